-- When the person of a session last proved all that it stands for: with a second factor in it, a password alone doesn't.
-- Other services are told it. Null in sessions of earlier versions, of which only authenticated_at is known.
alter table sessions add column fully_proven_at timestamptz(3);
