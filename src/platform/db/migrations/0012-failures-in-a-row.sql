-- How many attempts on an account failed since the last that was right. `count` is forgotten with the wait that it makes;
-- this is not: at a hundred nothing more is looked at. Whatever is remembered takes a stranger an attempt for each thirty
-- days that it stays, for an address with an account and for one without alike.
alter table attempts add column in_a_row integer not null default 0;

-- For the sweep: when a row counts nothing any more. In UTC, because only then is it the same in every session.
drop index attempts_last_at;
create index attempts_forgotten_at on attempts (
  ((last_at at time zone 'UTC') + greatest(interval '1 day', in_a_row * interval '30 days'))
);
