-- Emails that were given up within a week, as operators look for them: few among all. Building it reads the emails of a week.
create index if not exists outbox_given_up on outbox (id) where outcome in ('refused', 'expired') and channel = 'mail';
