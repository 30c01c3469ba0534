-- What happened. Outlives the users it tells of; the zero id stands for nobody we know.
create table events (
  user_id uuid not null,
  id bigint generated always as identity,
  at timestamptz(3) not null default now(),
  type text not null,
  outcome text not null check (outcome in ('success', 'refused')),
  session_id uuid,
  address text,
  detail jsonb not null default '{}',
  -- who did it: the owner, a stranger, an operator, a service key, or the service itself
  actor_kind text not null default 'owner',
  actor_id uuid,
  primary key (user_id, id)
);
create index events_at on events (at);

-- Events that are not in the feed yet, and whom they are to be told to: the address that the account had when it happened.
create table unfed (
  user_id uuid not null,
  event_id bigint not null,
  recipient text,
  is_proven boolean,
  -- what a notice has to know and the log does not keep
  aside jsonb,
  primary key (user_id, event_id)
);
create index unfed_event_id on unfed (event_id);

-- Every event that is committed, by numbers without gaps. An event's own id is drawn before its commit, so a cursor over
-- ids would skip what commits late.
create table feed (
  seq bigint primary key,
  user_id uuid not null,
  event_id bigint not null,
  at timestamptz(3) not null default now()
);
create index feed_at on feed (at);

-- The last number given. Who holds this row is the one that feeds.
create table feed_position (
  is_only boolean primary key default true check (is_only),
  last bigint not null
);
insert into feed_position (last) values (0);

-- Users that are gone and whose events still have to forget, and how far that has come. Their events may be more than
-- one statement can change.
create table departed_users (
  user_id uuid primary key,
  forgotten_up_to bigint not null default 0
);

-- Events are append-only, with two exceptions. Those of a user who is gone may forget where and what.
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
create trigger events_forget_only before update on events
  for each row execute function refuse_change_but_forgetting();

-- Old ones may be deleted by a transaction that says how old they are, in days: at least one. A stray statement says
-- nothing, and deletes nothing.
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
create trigger events_delete_old_only before delete on events
  for each row execute function refuse_young_deletion();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'events are append-only';
end
$$;
create trigger events_append_only before truncate on events
  for each statement execute function refuse_change();
