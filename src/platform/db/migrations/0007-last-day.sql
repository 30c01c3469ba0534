-- Accounts that their owners have closed, and when they will be gone. A sign-in before that takes the row away.
create table account_deletions (
  user_id uuid primary key references users on delete cascade,
  requested_at timestamptz(3) not null default now(),
  due_at timestamptz(3) not null
);

create index account_deletions_due_at on account_deletions (due_at);

-- Nothing that happened is changed or deleted, with one exception: once its account is gone, an event forgets what
-- could lead to the person.
create function refuse_change_but_forgetting() returns trigger language plpgsql as $$
begin
  old.session_id := null;
  old.address := null;
  old.detail := '{}';
  if new is distinct from old or exists (select from users where id = old.user_id) then
    raise exception 'events are append-only';
  end if;
  return new;
end
$$;

drop trigger events_append_only on events;

create trigger events_append_only before delete or truncate on events
  for each statement execute function refuse_change();

create trigger events_forget_only before update on events
  for each row execute function refuse_change_but_forgetting();
