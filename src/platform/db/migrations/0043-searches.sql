-- What operators search by: people by what has become of them or by when they registered, and events by their type, where they came
-- from and their time. For each million events, the two of `events` take about three seconds of a processor, those of people one for
-- each million people, and nobody writes to these tables meanwhile. Of large tables, docs/guides/upgrade.md builds them beforehand.
create index if not exists users_created_at on users (created_at, id);
create index if not exists users_disabled on users (id) where disabled_at is not null;
create index if not exists emails_unproven on emails (user_id) where verified_at is null;

create index if not exists events_type on events (type, at, id);
-- the first 24 bits of an IPv4 address; the first 48 of an IPv6 one, or fewer where it is abbreviated there
create index if not exists events_network on events (
  substring(address from '^(?:[0-9]+[.]){3}|^(?:[0-9a-f]+:){1,3}|^::'), at, id
) where address is not null;
