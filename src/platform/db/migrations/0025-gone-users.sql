-- The role that serves could forget the events of somebody who lives: delete the user, empty the events, and put the user
-- back. Whoever is gone is noted for good from now on, and an id that is noted never comes back.

-- The SHA-256 of their ids. Rows are added, by a trigger, and never changed.
create table gone_users (
  digest bytea primary key
);
insert into gone_users select sha256(uuid_send(user_id)) from departed_users;

-- One of 256 locks: of a user who comes and goes in two transactions at once, the later one sees what the earlier one did.
create function lock_of_gone(id uuid) returns bigint language sql immutable as $$
  select (hashtextextended('gone users', 0) & ~255) | get_byte(uuid_send(id), 15)
$$;

create function note_gone() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(lock_of_gone(new.user_id));
  insert into gone_users values (sha256(uuid_send(new.user_id))) on conflict do nothing;
  return null;
end
$$;

-- A restored back-up brings both who departed and who is gone.
create function skip_noted() returns trigger language plpgsql as $$
begin
  if exists (select from gone_users where digest = new.digest) then
    return null;
  end if;
  return new;
end
$$;

create function refuse_return() returns trigger language plpgsql as $$
begin
  -- any other transaction may see the past
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'accounts are made in transactions that are read committed';
  end if;
  perform pg_advisory_xact_lock_shared(lock_of_gone(new.id));
  if exists (select from gone_users where digest = sha256(uuid_send(new.id))) then
    raise exception 'an account that is gone does not come back';
  end if;
  return new;
end
$$;

create or replace function refuse_change_but_forgetting() returns trigger language plpgsql as $$
begin
  old.session_id := null;
  old.address := null;
  old.detail := '{}';
  old.reason := null;
  -- version 0.1.0 knows no reasons
  new.reason := null;
  if new is distinct from old or exists (select from users where id = old.user_id)
    -- what happened to nobody is no person's to forget
    or old.user_id = '00000000-0000-0000-0000-000000000000'
    or not exists (select from gone_users where digest = sha256(uuid_send(old.user_id))) then
    raise exception 'events are append-only';
  end if;
  return new;
end
$$;

-- Not when their transaction began, which the role that serves can choose.
alter table events alter column at set default clock_timestamp();

-- These look tables up, and a temporary table of the same name would come first. Citus has no triggers.
do $$
declare
  path text := format('%I, pg_catalog, pg_temp', current_schema());
  name text;
  is_spread boolean := false;
begin
  foreach name in array array['note_gone', 'skip_noted', 'refuse_return', 'refuse_change_but_forgetting'] loop
    execute format('alter function %I() set search_path = ', name) || path;
  end loop;
  if to_regclass('pg_dist_partition') is not null then
    execute $q$select exists (select from pg_dist_partition where logicalrelid = 'users'::regclass)$q$ into is_spread;
  end if;
  if not is_spread then
    execute 'create trigger departed_users_gone after insert on departed_users
      for each row execute function note_gone()';
    execute 'create trigger gone_users_once before insert on gone_users
      for each row execute function skip_noted()';
    execute 'create trigger users_gone before insert or update of id on users
      for each row execute function refuse_return()';
  end if;
end
$$;
