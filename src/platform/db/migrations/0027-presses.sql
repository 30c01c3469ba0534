-- What became of a form of the hosted pages, for the few minutes in which it may come again: pressed twice, or sent anew because
-- the answer was lost. The key of what is sealed is made of the form itself, so that nobody opens it who has not sent it.
create table presses (
  digest bytea primary key,
  -- null while the first press is at work
  sealed bytea,
  begun_at timestamptz(3) not null,
  until timestamptz(3) not null
);
create index presses_until on presses (until);
