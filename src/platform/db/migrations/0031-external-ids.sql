-- What another program knows a person by: their id in the system that they came from. The owners are what is unique, as for
-- addresses: the user may be on another server. Events tell it, too, so that whoever follows them needs no other id.
alter table users add column external_id text collate "C";

create table external_id_owners (
  external_id text collate "C" primary key,
  user_id uuid not null
);

-- as it was when the event happened: a removed account has none any more
alter table unfed add column external_id text;
alter table feed add column external_id text;
