-- What has to be told to somebody outside: written in the transaction of what it tells, delivered by a worker after it. A
-- row is taken by putting off when it is due, so that nothing is locked while it is delivered; a worker that dies over it
-- leaves it to be taken again.
create table outbox (
  -- the user's id, or that of something that is no user. What goes to one recipient of a queue goes in order
  queue uuid not null,
  id bigint generated always as identity,
  -- nobody where no account is known yet
  user_id uuid references users on delete cascade,
  channel text not null,
  message text not null,
  -- which notice it is. Kept beyond its end, when nothing else of what it told is
  notice text,
  recipient text not null,
  detail jsonb not null default '{}',
  -- what only the recipient may know, under a key outside the database
  sealed bytea,
  created_at timestamptz(3) not null default now(),
  -- to the microsecond: rounded up, what was just written would not be due yet
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- it was refused for what it is: the next one to the same recipient does not wait for it
  steps_aside boolean not null default false,
  -- where it stands among those that go to one recipient of a queue. Only the next one can be due, so that taking what is
  -- due costs as much as it takes, however many wait. The worker judges new ones: whoever writes one cannot know what
  -- another transaction is ending
  turn text not null default 'new' check (turn in ('new', 'waiting', 'next')),
  -- when it is of no use any more, or has been tried for long enough
  gives_up_at timestamptz(3) not null default now() + interval '3 days',
  ended_at timestamptz(3),
  outcome text check (outcome in ('delivered', 'refused', 'expired')),
  primary key (queue, id),
  check ((ended_at is null) = (outcome is null))
);
-- what stepped aside comes after everything else that is due
create index outbox_due on outbox (steps_aside, due_at) where ended_at is null and turn = 'next';
create index outbox_line on outbox (queue, recipient, id) where ended_at is null and not steps_aside;
create index outbox_new on outbox (id) where ended_at is null and turn = 'new';
create index outbox_waiting on outbox (id) where ended_at is null and turn = 'waiting';
create index outbox_ended_at on outbox (ended_at) where ended_at is not null;
-- the mails to a user in pages
create index outbox_mails on outbox (user_id, id) where user_id is not null;

-- Every attempt to deliver. One without an outcome was under way when its process ended: it may have been delivered.
create table outbox_attempts (
  queue uuid not null,
  id bigint not null,
  attempt integer not null,
  begun_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  outcome text check (outcome in ('delivered', 'failed')),
  -- what the other side said
  answer text,
  primary key (queue, id, attempt),
  foreign key (queue, id) references outbox on delete cascade
);
