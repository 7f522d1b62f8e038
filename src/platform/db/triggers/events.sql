create or replace trigger wake after insert on portal.outbox
  referencing new table as added for each statement execute function portal.wake_listeners();
create or replace trigger wake after insert on portal.notice_queue
  referencing new table as added for each statement execute function portal.wake_listeners();
