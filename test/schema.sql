CREATE TABLE account_deletions (
  user_id uuid NOT NULL,
  requested_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  due_at timestamp(3) with time zone NOT NULL,
  set_aside_until timestamp(3) with time zone,
  CONSTRAINT account_deletions_pkey PRIMARY KEY (user_id),
  CONSTRAINT account_deletions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE attempts (
  subject uuid NOT NULL,
  kind text NOT NULL,
  count integer NOT NULL,
  in_a_row integer DEFAULT 0 NOT NULL,
  since timestamp(3) with time zone NOT NULL,
  last_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT attempts_pkey PRIMARY KEY (subject, kind)
) WITH (fillfactor=80);

CREATE TABLE backup_codes (
  user_id uuid NOT NULL,
  digest bytea NOT NULL,
  made_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  spent_at timestamp(3) with time zone,
  session_id uuid,
  session_opened_at timestamp(3) with time zone,
  CONSTRAINT backup_codes_pkey PRIMARY KEY (user_id, digest),
  CONSTRAINT backup_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE challenges (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  digest bytea NOT NULL,
  epoch integer NOT NULL,
  methods text[] NOT NULL,
  address text NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  mac bytea,
  CONSTRAINT challenges_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE departed_users (
  user_id uuid NOT NULL,
  forgotten_up_to bigint DEFAULT 0 NOT NULL,
  CONSTRAINT departed_users_pkey PRIMARY KEY (user_id)
);

CREATE TABLE deprecated_calls (
  thing text NOT NULL,
  client text NOT NULL,
  calls bigint NOT NULL,
  first_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  last_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT deprecated_calls_pkey PRIMARY KEY (thing, client)
);

CREATE TABLE email_owners (
  canonical text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL,
  taken_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  held_until timestamp(3) with time zone,
  CONSTRAINT email_owners_pkey PRIMARY KEY (canonical)
);

CREATE TABLE emails (
  canonical text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL,
  typed text NOT NULL,
  verified_at timestamp(3) with time zone,
  reserved_for uuid,
  reserved_until timestamp(3) with time zone,
  only_by_link boolean DEFAULT false NOT NULL,
  mac bytea,
  CONSTRAINT emails_pkey PRIMARY KEY (user_id),
  CONSTRAINT emails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE event_retention (
  is_only boolean DEFAULT true NOT NULL,
  least_days integer DEFAULT 1 NOT NULL,
  CONSTRAINT event_retention_pkey PRIMARY KEY (is_only),
  CONSTRAINT event_retention_is_only_check CHECK (is_only),
  CONSTRAINT event_retention_least_days_check CHECK (least_days >= 1)
);

CREATE TABLE events (
  user_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
  type text NOT NULL,
  outcome text NOT NULL,
  session_id uuid,
  address text,
  detail jsonb DEFAULT '{}'::jsonb NOT NULL,
  actor_kind text DEFAULT 'owner'::text NOT NULL,
  actor_id uuid,
  reason text,
  CONSTRAINT events_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT events_outcome_check CHECK (outcome = ANY (ARRAY['success'::text, 'refused'::text]))
);

CREATE TABLE external_id_owners (
  external_id text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT external_id_owners_pkey PRIMARY KEY (external_id)
);

CREATE TABLE feed (
  seq bigint NOT NULL,
  user_id uuid NOT NULL,
  event_id bigint NOT NULL,
  at timestamp(3) with time zone DEFAULT now() NOT NULL,
  external_id text,
  CONSTRAINT feed_pkey PRIMARY KEY (seq)
);

CREATE TABLE feed_position (
  is_only boolean DEFAULT true NOT NULL,
  last bigint NOT NULL,
  CONSTRAINT feed_position_pkey PRIMARY KEY (is_only),
  CONSTRAINT feed_position_is_only_check CHECK (is_only)
);

CREATE TABLE former_emails (
  user_id uuid NOT NULL,
  digest bytea NOT NULL,
  canonical text COLLATE "C" NOT NULL,
  typed text NOT NULL,
  was_proven boolean NOT NULL,
  changed_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  session_id uuid NOT NULL,
  had_factor boolean NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  session_opened_at timestamp(3) with time zone,
  mac bytea,
  CONSTRAINT former_emails_pkey PRIMARY KEY (user_id, digest),
  CONSTRAINT former_emails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE gone_users (
  digest bytea NOT NULL,
  CONSTRAINT gone_users_pkey PRIMARY KEY (digest)
);

CREATE TABLE identities (
  provider text NOT NULL,
  subject text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL,
  email text,
  linked_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  session_id uuid,
  session_opened_at timestamp(3) with time zone,
  mac bytea,
  CONSTRAINT identities_pkey PRIMARY KEY (user_id, provider),
  CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE identity_links (
  user_id uuid NOT NULL,
  digest bytea NOT NULL,
  provider text NOT NULL,
  subject text COLLATE "C" NOT NULL,
  email text,
  code_challenge text,
  expires_at timestamp(3) with time zone NOT NULL,
  mac bytea,
  CONSTRAINT identity_links_pkey PRIMARY KEY (user_id, digest),
  CONSTRAINT identity_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE identity_owners (
  provider text NOT NULL,
  subject text COLLATE "C" NOT NULL,
  user_id uuid NOT NULL,
  CONSTRAINT identity_owners_pkey PRIMARY KEY (subject, provider)
);

CREATE TABLE imports (
  file_digest bytea NOT NULL,
  next_line integer DEFAULT 1 NOT NULL,
  counts jsonb DEFAULT '{}'::jsonb NOT NULL,
  begun_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  noted_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  CONSTRAINT imports_pkey PRIMARY KEY (file_digest)
);

CREATE TABLE invitations (
  user_id uuid NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT invitations_pkey PRIMARY KEY (user_id),
  CONSTRAINT invitations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE key_ids (
  id bytea NOT NULL,
  last_used_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT key_ids_pkey PRIMARY KEY (id)
);

CREATE TABLE known_addresses (
  user_id uuid NOT NULL,
  address text NOT NULL,
  seen_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  was_news boolean DEFAULT false NOT NULL,
  CONSTRAINT known_addresses_pkey PRIMARY KEY (user_id, address),
  CONSTRAINT known_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE mail_links (
  user_id uuid NOT NULL,
  kind text NOT NULL,
  digest bytea NOT NULL,
  code_digest bytea,
  canonical text COLLATE "C" NOT NULL,
  typed text NOT NULL,
  session_id uuid,
  expires_at timestamp(3) with time zone NOT NULL,
  mac bytea,
  CONSTRAINT mail_links_pkey PRIMARY KEY (user_id, kind),
  CONSTRAINT mail_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE mailed_codes (
  subject uuid NOT NULL,
  place uuid NOT NULL,
  digest bytea NOT NULL,
  canonical text NOT NULL,
  typed text NOT NULL,
  code_digest bytea,
  is_for_newcomer boolean DEFAULT false NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  mac bytea NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT mailed_codes_pkey PRIMARY KEY (subject, place)
);

CREATE TABLE migrations (
  version integer NOT NULL,
  name text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  min_version integer,
  CONSTRAINT migrations_pkey PRIMARY KEY (version)
);

CREATE TABLE oauth_codes (
  user_id uuid NOT NULL,
  digest bytea NOT NULL,
  epoch integer NOT NULL,
  method text NOT NULL,
  code_challenge text,
  expires_at timestamp(3) with time zone NOT NULL,
  spent_at timestamp(3) with time zone,
  session_id uuid,
  methods text[],
  is_complete boolean DEFAULT false NOT NULL,
  proven_at timestamp(3) with time zone,
  mac bytea,
  visit_id uuid,
  factor_proven_at timestamp(3) with time zone,
  CONSTRAINT oauth_codes_pkey PRIMARY KEY (user_id, digest),
  CONSTRAINT oauth_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE oauth_transactions (
  digest bytea NOT NULL,
  provider text NOT NULL,
  browser_digest bytea,
  redirect_uri text NOT NULL,
  client_state text,
  code_challenge text,
  user_id uuid,
  expires_at timestamp(3) with time zone NOT NULL,
  epoch integer,
  mac bytea,
  answer bytea,
  CONSTRAINT oauth_transactions_pkey PRIMARY KEY (digest)
);

CREATE TABLE operators (
  user_id uuid NOT NULL,
  scopes text[] NOT NULL,
  acts_per_hour integer NOT NULL,
  removals_per_day integer NOT NULL,
  granted_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT operators_pkey PRIMARY KEY (user_id),
  CONSTRAINT operators_acts_per_hour_check CHECK (acts_per_hour > 0),
  CONSTRAINT operators_removals_per_day_check CHECK (removals_per_day > 0),
  CONSTRAINT operators_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE outbox (
  queue uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id uuid,
  channel text NOT NULL,
  message text NOT NULL,
  notice text,
  recipient text NOT NULL,
  detail jsonb DEFAULT '{}'::jsonb NOT NULL,
  sealed bytea,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  due_at timestamp with time zone DEFAULT now() NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  steps_aside boolean DEFAULT false NOT NULL,
  turn text DEFAULT 'new'::text NOT NULL,
  gives_up_at timestamp(3) with time zone DEFAULT (now() + '3 days'::interval) NOT NULL,
  ended_at timestamp(3) with time zone,
  outcome text,
  language text,
  CONSTRAINT outbox_pkey PRIMARY KEY (queue, id),
  CONSTRAINT outbox_check CHECK ((ended_at IS NULL) = (outcome IS NULL)),
  CONSTRAINT outbox_outcome_check CHECK (outcome = ANY (ARRAY['delivered'::text, 'refused'::text, 'expired'::text])),
  CONSTRAINT outbox_turn_check CHECK (turn = ANY (ARRAY['new'::text, 'waiting'::text, 'next'::text]))
);

CREATE TABLE outbox_attempts (
  queue uuid NOT NULL,
  id bigint NOT NULL,
  attempt integer NOT NULL,
  begun_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  ended_at timestamp(3) with time zone,
  outcome text,
  answer text,
  CONSTRAINT outbox_attempts_pkey PRIMARY KEY (queue, id, attempt),
  CONSTRAINT outbox_attempts_outcome_check CHECK (outcome = ANY (ARRAY['delivered'::text, 'failed'::text])),
  CONSTRAINT outbox_attempts_queue_id_fkey FOREIGN KEY (queue, id) REFERENCES outbox(queue, id) ON DELETE CASCADE
);

CREATE TABLE passkey_challenges (
  user_id uuid NOT NULL,
  digest bytea NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (user_id, digest),
  CONSTRAINT passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE passkeys (
  user_id uuid NOT NULL,
  credential_id bytea NOT NULL,
  id uuid NOT NULL,
  public_key bytea NOT NULL,
  algorithm integer NOT NULL,
  sign_count bigint NOT NULL,
  transports text[] NOT NULL,
  aaguid uuid NOT NULL,
  name text NOT NULL,
  is_backup_eligible boolean NOT NULL,
  is_backed_up boolean NOT NULL,
  signs_in boolean NOT NULL,
  is_discoverable boolean NOT NULL,
  second_factor_since timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp(3) with time zone,
  session_id uuid,
  session_opened_at timestamp(3) with time zone,
  mac bytea,
  sign_in_mac bytea,
  factor_mac bytea,
  is_unattended boolean DEFAULT false NOT NULL,
  CONSTRAINT passkeys_pkey PRIMARY KEY (user_id, credential_id),
  CONSTRAINT passkeys_user_id_id_key UNIQUE (user_id, id),
  CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE passwords (
  user_id uuid NOT NULL,
  phc text NOT NULL,
  pepper_id bytea NOT NULL,
  set_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  session_id uuid,
  session_opened_at timestamp(3) with time zone,
  CONSTRAINT passwords_pkey PRIMARY KEY (user_id),
  CONSTRAINT passwords_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE pending_apps (
  user_id uuid NOT NULL,
  session_id uuid NOT NULL,
  sealed_secret bytea NOT NULL,
  name text NOT NULL,
  replaces uuid,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT pending_apps_pkey PRIMARY KEY (user_id, session_id),
  CONSTRAINT pending_apps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE presses (
  digest bytea NOT NULL,
  sealed bytea,
  begun_at timestamp(3) with time zone NOT NULL,
  until timestamp(3) with time zone NOT NULL,
  CONSTRAINT presses_pkey PRIMARY KEY (digest)
);

CREATE TABLE refusals (
  user_id uuid NOT NULL,
  request_id uuid NOT NULL,
  last_request_id uuid NOT NULL,
  count integer NOT NULL,
  first_at timestamp(3) with time zone NOT NULL,
  last_at timestamp(3) with time zone NOT NULL,
  code text NOT NULL,
  rule text NOT NULL,
  facts jsonb NOT NULL,
  operation text NOT NULL,
  address text,
  CONSTRAINT refusals_pkey PRIMARY KEY (user_id, request_id),
  CONSTRAINT refusals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE row_keys (
  is_only boolean DEFAULT true NOT NULL,
  sealed bytea NOT NULL,
  CONSTRAINT row_keys_pkey PRIMARY KEY (is_only),
  CONSTRAINT row_keys_is_only_check CHECK (is_only)
);

CREATE TABLE service_keys (
  id uuid NOT NULL,
  digest bytea NOT NULL,
  name text NOT NULL,
  scopes text[] NOT NULL,
  networks text[] NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  acts_per_hour integer DEFAULT 60 NOT NULL,
  removals_per_day integer DEFAULT 5 NOT NULL,
  mac bytea,
  CONSTRAINT service_keys_pkey PRIMARY KEY (id),
  CONSTRAINT service_keys_acts_per_hour_check CHECK (acts_per_hour > 0),
  CONSTRAINT service_keys_check CHECK (expires_at <= (created_at + '1 year'::interval)),
  CONSTRAINT service_keys_removals_per_day_check CHECK (removals_per_day > 0)
);

CREATE TABLE sessions (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  seed bytea NOT NULL,
  generation integer DEFAULT 0 NOT NULL,
  methods text[] NOT NULL,
  address text NOT NULL,
  user_agent text,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  authenticated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  factor_proven_at timestamp(3) with time zone,
  rotated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  access_ends_at timestamp(3) with time zone NOT NULL,
  previous_access_ends_at timestamp(3) with time zone,
  refresh_ends_at timestamp(3) with time zone NOT NULL,
  ends_at timestamp(3) with time zone NOT NULL,
  first_used_at timestamp(3) with time zone,
  previous_refresh_ends_at timestamp(3) with time zone,
  kind text DEFAULT 'application'::text NOT NULL,
  fully_proven_at timestamp(3) with time zone,
  opened_by_proof_at timestamp(3) with time zone,
  awaits_email boolean DEFAULT false NOT NULL,
  visit_id uuid,
  CONSTRAINT sessions_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT sessions_kind_check CHECK (kind = ANY (ARRAY['application'::text, 'page'::text, 'console'::text])),
  CONSTRAINT sessions_seed_check CHECK (octet_length(seed) = 32),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
) WITH (fillfactor=80);

CREATE TABLE totp_enrolments (
  user_id uuid NOT NULL,
  sealed_secret bytea NOT NULL,
  name text NOT NULL,
  replaces uuid,
  expires_at timestamp(3) with time zone NOT NULL,
  session_id uuid,
  CONSTRAINT totp_enrolments_pkey PRIMARY KEY (user_id),
  CONSTRAINT totp_enrolments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE totp_factors (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  sealed_secret bytea NOT NULL,
  last_step integer NOT NULL,
  confirmed_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  session_id uuid,
  session_opened_at timestamp(3) with time zone,
  CONSTRAINT totp_factors_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT totp_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE trusted_devices (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  seed bytea NOT NULL,
  generation integer DEFAULT 0 NOT NULL,
  epoch integer NOT NULL,
  address text NOT NULL,
  user_agent text,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT trusted_devices_pkey PRIMARY KEY (user_id, id),
  CONSTRAINT trusted_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE two_factor_resets (
  user_id uuid NOT NULL,
  digest bytea NOT NULL,
  sealed_token bytea NOT NULL,
  begun_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  next_at timestamp(3) with time zone NOT NULL,
  hours_left integer NOT NULL,
  CONSTRAINT two_factor_resets_pkey PRIMARY KEY (user_id),
  CONSTRAINT two_factor_resets_hours_left_check CHECK (hours_left >= 0),
  CONSTRAINT two_factor_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE unfed (
  user_id uuid NOT NULL,
  event_id bigint NOT NULL,
  recipient text,
  is_proven boolean,
  aside jsonb,
  external_id text,
  CONSTRAINT unfed_pkey PRIMARY KEY (user_id, event_id)
);

CREATE TABLE unowned_refusals (
  request_id uuid NOT NULL,
  last_request_id uuid NOT NULL,
  count integer NOT NULL,
  first_at timestamp(3) with time zone NOT NULL,
  last_at timestamp(3) with time zone NOT NULL,
  code text NOT NULL,
  rule text NOT NULL,
  facts jsonb NOT NULL,
  operation text NOT NULL,
  address text,
  CONSTRAINT unowned_refusals_pkey PRIMARY KEY (request_id)
);

CREATE TABLE users (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  disabled_at timestamp(3) with time zone,
  epoch integer DEFAULT 0 NOT NULL,
  language text,
  disabled_until timestamp(3) with time zone,
  disabled_reason text,
  external_id text COLLATE "C",
  CONSTRAINT users_pkey PRIMARY KEY (id)
);

CREATE TABLE webhook_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  webhook_id uuid NOT NULL,
  event_id bigint,
  seq bigint,
  type text NOT NULL,
  attempt integer NOT NULL,
  at timestamp(3) with time zone DEFAULT now() NOT NULL,
  outcome text NOT NULL,
  status integer,
  answer text NOT NULL,
  milliseconds integer NOT NULL,
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_attempts_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);

CREATE TABLE webhook_waiting (
  webhook_id uuid NOT NULL,
  user_id uuid NOT NULL,
  seq bigint NOT NULL,
  event_id bigint NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  since timestamp(3) with time zone DEFAULT now() NOT NULL,
  due_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT webhook_waiting_pkey PRIMARY KEY (webhook_id, user_id, seq),
  CONSTRAINT webhook_waiting_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);

CREATE TABLE webhooks (
  id uuid NOT NULL,
  url text NOT NULL,
  types text[] NOT NULL,
  description text NOT NULL,
  includes_addresses boolean NOT NULL,
  sealed_secrets bytea NOT NULL,
  former_secret_until timestamp(3) with time zone,
  cursor_seq bigint NOT NULL,
  cursor_at_ms bigint NOT NULL,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  disabled_at timestamp(3) with time zone,
  disabled_because text,
  failures integer DEFAULT 0 NOT NULL,
  failing_since timestamp(3) with time zone,
  last_success_at timestamp(3) with time zone,
  paused_until timestamp(3) with time zone DEFAULT now() NOT NULL,
  leased_by uuid,
  leased_until timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT webhooks_pkey PRIMARY KEY (id)
);

CREATE INDEX account_deletions_due_at ON account_deletions USING btree (due_at);

CREATE INDEX attempts_forgotten_at ON attempts USING btree (((last_at AT TIME ZONE 'UTC'::text) + GREATEST('1 day'::interval, in_a_row::double precision * '30 days'::interval)));

CREATE INDEX challenges_expires_at ON challenges USING btree (expires_at);

CREATE INDEX email_owners_held_until ON email_owners USING btree (held_until) WHERE held_until IS NOT NULL;

CREATE INDEX emails_canonical ON emails USING btree (canonical);

CREATE INDEX emails_reserved_for ON emails USING btree (reserved_for) WHERE reserved_for IS NOT NULL;

CREATE INDEX emails_reserved_until ON emails USING btree (reserved_until) WHERE reserved_until IS NOT NULL;

CREATE INDEX emails_unproven ON emails USING btree (user_id) WHERE verified_at IS NULL;

CREATE INDEX emails_unsealed ON emails USING btree (user_id) WHERE mac IS NULL;

CREATE INDEX events_acts ON events USING btree (id) WHERE (actor_kind = ANY (ARRAY['operator'::text, 'service_key'::text])) AND type <> 'session.ended'::text;

CREATE INDEX events_acts_of_key ON events USING btree (actor_id, id) WHERE actor_kind = 'service_key'::text AND type <> 'session.ended'::text;

CREATE INDEX events_at ON events USING btree (at);

CREATE INDEX events_network ON events USING btree ("substring"(address, '^(?:[0-9]+[.]){3}|^(?:[0-9a-f]+:){1,3}|^::'::text), at, id) WHERE address IS NOT NULL;

CREATE INDEX events_type ON events USING btree (type, at, id);

CREATE INDEX feed_at ON feed USING btree (at);

CREATE INDEX former_emails_expires_at ON former_emails USING btree (expires_at);

CREATE INDEX former_emails_unsealed ON former_emails USING btree (user_id) WHERE mac IS NULL;

CREATE INDEX identities_provider_subject ON identities USING btree (provider, subject);

CREATE INDEX identities_unsealed ON identities USING btree (user_id) WHERE mac IS NULL;

CREATE INDEX identity_links_expires_at ON identity_links USING btree (expires_at);

CREATE INDEX imports_noted_at ON imports USING btree (noted_at);

CREATE INDEX invitations_expires_at ON invitations USING btree (expires_at);

CREATE INDEX known_addresses_seen_at ON known_addresses USING btree (seen_at);

CREATE INDEX mail_links_expires_at ON mail_links USING btree (expires_at);

CREATE INDEX mail_links_unsealed ON mail_links USING btree (user_id) WHERE mac IS NULL;

CREATE INDEX mailed_codes_expires_at ON mailed_codes USING btree (expires_at);

CREATE INDEX oauth_codes_expires_at ON oauth_codes USING btree (expires_at);

CREATE INDEX oauth_transactions_expires_at ON oauth_transactions USING btree (expires_at);

CREATE INDEX oauth_transactions_user_id ON oauth_transactions USING btree (user_id) WHERE user_id IS NOT NULL;

CREATE INDEX outbox_due ON outbox USING btree (steps_aside, due_at) WHERE ended_at IS NULL AND turn = 'next'::text;

CREATE INDEX outbox_ended_at ON outbox USING btree (ended_at) WHERE ended_at IS NOT NULL;

CREATE INDEX outbox_given_up ON outbox USING btree (id) WHERE (outcome = ANY (ARRAY['refused'::text, 'expired'::text])) AND channel = 'mail'::text;

CREATE INDEX outbox_line ON outbox USING btree (queue, recipient, id) WHERE ended_at IS NULL AND NOT steps_aside;

CREATE INDEX outbox_mails ON outbox USING btree (user_id, id) WHERE user_id IS NOT NULL;

CREATE INDEX outbox_new ON outbox USING btree (id) WHERE ended_at IS NULL AND turn = 'new'::text;

CREATE INDEX outbox_waiting ON outbox USING btree (id) WHERE ended_at IS NULL AND turn = 'waiting'::text;

CREATE INDEX passkey_challenges_expires_at ON passkey_challenges USING btree (expires_at);

CREATE INDEX passkeys_unsealed ON passkeys USING btree (user_id) WHERE mac IS NULL;

CREATE INDEX passwords_foreign ON passwords USING btree (user_id) WHERE phc ~~ '$foreign$%'::text;

CREATE INDEX pending_apps_expires_at ON pending_apps USING btree (expires_at);

CREATE INDEX presses_until ON presses USING btree (until);

CREATE INDEX refusals_last_at ON refusals USING btree (last_at);

CREATE INDEX refusals_last_request_id ON refusals USING btree (last_request_id);

CREATE INDEX refusals_request_id ON refusals USING btree (request_id);

CREATE INDEX service_keys_expires_at ON service_keys USING btree (expires_at);

CREATE INDEX service_keys_unsealed ON service_keys USING btree (id) WHERE mac IS NULL;

CREATE INDEX sessions_ends_at ON sessions USING btree (ends_at);

CREATE INDEX totp_enrolments_expires_at ON totp_enrolments USING btree (expires_at);

CREATE INDEX trusted_devices_expires_at ON trusted_devices USING btree (expires_at);

CREATE INDEX two_factor_resets_next_at ON two_factor_resets USING btree (next_at);

CREATE INDEX unfed_event_id ON unfed USING btree (event_id);

CREATE INDEX unowned_refusals_last_at ON unowned_refusals USING btree (last_at);

CREATE INDEX unowned_refusals_last_request_id ON unowned_refusals USING btree (last_request_id);

CREATE INDEX users_created_at ON users USING btree (created_at, id);

CREATE INDEX users_disabled ON users USING btree (id) WHERE disabled_at IS NOT NULL;

CREATE INDEX webhook_attempts_at ON webhook_attempts USING btree (at);

CREATE INDEX webhook_attempts_event_id ON webhook_attempts USING btree (webhook_id, event_id);

CREATE INDEX webhook_attempts_webhook_id ON webhook_attempts USING btree (webhook_id, id);

CREATE OR REPLACE FUNCTION public.disown_email()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from email_owners where canonical = old.canonical and user_id = old.user_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.disown_identity()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
begin
  delete from identity_owners where subject = old.subject and provider = old.provider and user_id = old.user_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.lock_of_gone(id uuid)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (hashtextextended('gone users', 0) & ~255) | get_byte(uuid_send(id), 15)
$function$;

CREATE OR REPLACE FUNCTION public.note_gone()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(lock_of_gone(new.user_id));
  insert into gone_users values (sha256(uuid_send(new.user_id))) on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.own_email()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' and new.mac is not distinct from old.mac
    and (new.canonical, new.typed) is distinct from (old.canonical, old.typed) then
    new.mac := null;
  end if;
  if new.user_id is null then
    insert into email_owners (canonical, user_id, held_until)
    values (new.canonical, new.reserved_for, new.reserved_until);
    return null;
  end if;
  if exists (
    select from email_owners where canonical = new.canonical and user_id = new.user_id and held_until is null
  ) then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    delete from email_owners where canonical = old.canonical and user_id = old.user_id;
  end if;
  insert into email_owners as owner (canonical, user_id)
  values (new.canonical, new.user_id)
  on conflict (canonical) do update
  set user_id = excluded.user_id, taken_at = excluded.taken_at, held_until = null
  where owner.user_id = excluded.user_id or owner.held_until <= excluded.taken_at;
  if not found then
    raise unique_violation using message = 'the address is another account''s', constraint = 'emails_pkey';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.own_identity()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not exists (
    select from identity_owners
    where subject = new.subject and provider = new.provider and user_id = new.user_id
  ) then
    insert into identity_owners (provider, subject, user_id) values (new.provider, new.subject, new.user_id);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'events are append-only';
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_change_but_forgetting()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
begin
  old.session_id := null;
  old.address := null;
  old.detail := '{}';
  old.reason := null;
  -- version 0.1.0 knows no reasons
  new.reason := null;
  if new is distinct from old or exists (select from users where id = old.user_id)
    -- what happened to nobody is no person's to forget
    or old.user_id = '00000000-0000-0000-0000-000000000000'
    or not exists (select from gone_users where digest = sha256(uuid_send(old.user_id))) then
    raise exception 'events are append-only';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_return()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
begin
  -- any other transaction may see the past
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'accounts are made in transactions that are read committed';
  end if;
  perform pg_advisory_xact_lock_shared(lock_of_gone(new.id));
  if exists (select from gone_users where digest = sha256(uuid_send(new.id))) then
    raise exception 'an account that is gone does not come back';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_young_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
declare
  days integer := nullif(current_setting('sallyport.delete_events_after_days', true), '');
begin
  if days >= (select least_days from event_retention) and old.at < now() - make_interval(days => days) then
    return old;
  end if;
  raise exception 'events are append-only';
end
$function$;

CREATE OR REPLACE FUNCTION public.skip_noted()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
begin
  if exists (select from gone_users where digest = new.digest) then
    return null;
  end if;
  return new;
end
$function$;

CREATE TRIGGER departed_users_gone AFTER INSERT ON departed_users FOR EACH ROW EXECUTE FUNCTION note_gone();

CREATE TRIGGER emails_disowned AFTER DELETE ON emails FOR EACH ROW EXECUTE FUNCTION disown_email();

CREATE TRIGGER emails_owned BEFORE INSERT OR UPDATE OF canonical ON emails FOR EACH ROW EXECUTE FUNCTION own_email();

CREATE TRIGGER events_append_only BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER events_delete_old_only BEFORE DELETE ON events FOR EACH ROW EXECUTE FUNCTION refuse_young_deletion();

CREATE TRIGGER events_forget_only BEFORE UPDATE ON events FOR EACH ROW EXECUTE FUNCTION refuse_change_but_forgetting();

CREATE TRIGGER gone_users_once BEFORE INSERT ON gone_users FOR EACH ROW EXECUTE FUNCTION skip_noted();

CREATE TRIGGER identities_disowned AFTER DELETE ON identities FOR EACH ROW EXECUTE FUNCTION disown_identity();

CREATE TRIGGER identities_owned BEFORE INSERT ON identities FOR EACH ROW EXECUTE FUNCTION own_identity();

CREATE TRIGGER users_gone BEFORE INSERT OR UPDATE OF id ON users FOR EACH ROW EXECUTE FUNCTION refuse_return();
