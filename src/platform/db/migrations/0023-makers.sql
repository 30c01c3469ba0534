-- The session that made a credential, and since when its person had proven who they are. An attack begins before its first
-- visible act: undoing that also takes back what the same session, or any that was opened after it, had made before. Null for
-- what no session made, such as the password of a registration or of an emailed link, and in rows of earlier versions.
alter table passwords add column session_id uuid, add column session_opened_at timestamptz(3);
alter table passkeys add column session_id uuid, add column session_opened_at timestamptz(3);
alter table identities add column session_id uuid, add column session_opened_at timestamptz(3);
alter table totp_factors add column session_id uuid, add column session_opened_at timestamptz(3);
alter table backup_codes add column session_id uuid, add column session_opened_at timestamptz(3);

-- Of the session that asked for the change.
alter table former_emails add column session_opened_at timestamptz(3);

-- The proof that a session was opened by. With a visit to the hosted pages, that is the visit's: what is opened by way of one
-- is as old as it.
alter table sessions add column opened_by_proof_at timestamptz(3);

-- The mailbox is proven by nothing but a link that was opened where nobody was signed in to the account: people also press
-- its button who didn't register. Rows of earlier versions count as their owners' own.
alter table emails add column only_by_link boolean not null default false;
