-- What operators do is told with their reason, and listed.
alter table events add column reason text;
create index events_acts on events (id)
  where actor_kind in ('operator', 'service_key') and type <> 'session.ended';
create index events_acts_of_key on events (actor_id, id) where actor_kind = 'service_key' and type <> 'session.ended';

create or replace function refuse_change_but_forgetting() returns trigger language plpgsql as $$
begin
  old.session_id := null;
  old.address := null;
  old.detail := '{}';
  old.reason := null;
  if new is distinct from old or exists (select from users where id = old.user_id) then
    raise exception 'events are append-only';
  end if;
  return new;
end
$$;

-- How much a key may change.
alter table service_keys
  add column acts_per_hour integer not null default 60 check (acts_per_hour > 0),
  add column removals_per_day integer not null default 5 check (removals_per_day > 0);
