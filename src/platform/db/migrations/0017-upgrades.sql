-- min_version: 8
-- How much a program has to know to serve on this schema: the migrations up to that number.
alter table migrations add column min_version integer;

-- For how many days events are kept, whatever the service asks for.
create table event_retention (
  is_only boolean primary key default true check (is_only),
  least_days integer not null default 1 check (least_days >= 1)
);
insert into event_retention default values;

-- Programs that know nothing of reasons have to forget them, too.
create or replace function refuse_change_but_forgetting() returns trigger language plpgsql as $$
begin
  old.session_id := null;
  old.address := null;
  old.detail := '{}';
  old.reason := null;
  new.reason := null;
  if new is distinct from old or exists (select from users where id = old.user_id) then
    raise exception 'events are append-only';
  end if;
  return new;
end
$$;

create or replace function refuse_young_deletion() returns trigger language plpgsql as $$
declare
  days integer := nullif(current_setting('sallyport.delete_events_after_days', true), '');
begin
  if days >= (select least_days from event_retention) and old.at < now() - make_interval(days => days) then
    return old;
  end if;
  raise exception 'events are append-only';
end
$$;

-- These look tables up, and a temporary table of the same name would come first.
do $$
declare
  path text := format('%I, pg_catalog, pg_temp', current_schema());
begin
  execute 'alter function refuse_change_but_forgetting() set search_path = ' || path;
  execute 'alter function refuse_young_deletion() set search_path = ' || path;
end
$$;
