-- What a person says of themselves, and of what they want to be told (F7). One version for both screens.
alter table portal.profiles
  add phone text not null default '' check (length(phone) <= 40),
  add address text not null default '' check (length(address) <= 500),
  add department text not null default '' check (length(department) <= 120),
  add notify_email boolean not null default true,
  add notify_browser boolean not null default true,
  add notify_mobile boolean not null default false,
  add notify_order_updates boolean not null default true,
  add notify_product_updates boolean not null default true,
  add version int not null default 1;
