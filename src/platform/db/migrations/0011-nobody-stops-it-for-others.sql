-- Where a row stands among those that go to one recipient of a queue. Only the next one can be due, so that taking what
-- is due costs as much as it takes, however many wait. New rows are judged by the worker, not when they are written:
-- whoever writes one cannot know what another transaction is ending.
alter table outbox
  add turn text not null default 'new' check (turn in ('new', 'waiting', 'next')),
  -- which notice it is. Kept beyond its end, when nothing else of what it told is
  add notice text;

create index outbox_new on outbox (id) where ended_at is null and turn = 'new';
create index outbox_waiting on outbox (id) where ended_at is null and turn = 'waiting';
create index outbox_line on outbox (queue, recipient, id) where ended_at is null and not steps_aside;
-- what stepped aside comes after everything else that is due
create index outbox_due on outbox (steps_aside, due_at) where ended_at is null and turn = 'next';
drop index outbox_due_at;

-- the mails to a user in pages
create index outbox_mails on outbox (user_id, id) where user_id is not null;
drop index outbox_user_id;

-- A job that keeps failing over one account goes on with the others, and comes back to it later.
alter table account_deletions add set_aside_until timestamptz(3);

-- Users that are gone and whose events still have to forget, and how far that has come. Their events may be more than
-- one statement can change.
create table departed_users (
  user_id uuid primary key,
  forgotten_up_to bigint not null default 0
);

-- Events may be deleted by one who says how old they are, for this transaction and in days: at least one. A stray
-- statement says nothing, and deletes nothing.
create index events_at on events (at);

create function refuse_young_deletion() returns trigger language plpgsql as $$
declare
  days integer := nullif(current_setting('sallyport.delete_events_after_days', true), '');
begin
  if days >= 1 and old.at < now() - make_interval(days => days) then
    return old;
  end if;
  raise exception 'events are append-only';
end
$$;

drop trigger events_append_only on events;

create trigger events_append_only before truncate on events
  for each statement execute function refuse_change();

create trigger events_delete_old_only before delete on events
  for each row execute function refuse_young_deletion();
