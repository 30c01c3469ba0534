-- How often something was tried. The subject is a digest of a user's id or of an address.
create table attempts (
  subject uuid not null,
  kind text not null,
  -- forgotten with the wait that it makes
  count integer not null,
  -- failures since the last success: at a hundred nothing more is looked at
  in_a_row integer not null default 0,
  since timestamptz(3) not null,
  last_at timestamptz(3) not null,
  primary key (subject, kind)
) with (fillfactor = 80);

-- When a row counts nothing any more: thirty days for each failure in a row. In UTC, because only then is it the same in
-- every session.
create index attempts_forgotten_at on attempts
  (((last_at at time zone 'UTC') + greatest(interval '1 day', in_a_row * interval '30 days')));
