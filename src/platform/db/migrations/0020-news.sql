-- Whether the latest complete sign-in from there was news to its owner. The statement that notes it decides, and can't
-- answer in another way on every server that may run it.
alter table known_addresses add column was_news boolean not null default false;
