-- Months that administrators closed before they were over (D1): they count in year-to-date from then on.
create table portal.sales_calendar (
  year smallint not null check (year between 1900 and 9999),
  month smallint not null check (month between 1 and 12),
  closed_at timestamptz not null default clock_timestamp(),
  closed_by text not null,
  primary key (year, month)
);
