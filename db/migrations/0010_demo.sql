-- The demo data: for which day it was begun (an interrupted load goes on with that one), and when it was complete.
alter table portal.installation add column demo_as_of date, add column demo_loaded_at timestamptz;
