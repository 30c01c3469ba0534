-- What operators search by: people by what has become of them or by when they registered, and events by their type, where they came
-- from and their day. Both tables are written meanwhile by nobody: building the two of `events`, which is the largest table, takes
-- about four seconds for each million events on one core, and those of people one second for each million.
create index users_created_at on users (created_at, id);
create index users_disabled on users (id) where disabled_at is not null;
create index emails_unproven on emails (user_id) where verified_at is null;

create index events_type on events (type, at, id);
-- the first 24 bits of an IPv4 address; the first 48 of an IPv6 one, or less where it is abbreviated there
create index events_network on events (
  substring(address from '^(?:[0-9]+\.){3}|^(?:[0-9a-f]+:){1,3}'), at, id
) where address is not null;
