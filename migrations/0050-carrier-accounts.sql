-- Accounts through which labels are bought, as the operator enters them in the portal (decision 26). Keys are encrypted under
-- SECRET_KEY; nothing reads them back but the calls to the carrier.

create table carrier_accounts (
  code text primary key check (code ~ '^[A-Z0-9][A-Z0-9-]{1,19}$'),
  name text not null,
  provider text not null check (provider = 'easypost'),
  encrypted_key bytea not null,
  -- the last 4 characters, for people
  key_ending text not null,
  encrypted_webhook_secret bytea,
  webhook_secret_ending text not null default '',
  -- '': all
  warehouse text not null default '',
  for_customer text not null default '',
  -- carrier, its services, the operator's account number there, and whether the account makes scan forms
  carriers jsonb not null,
  is_enabled boolean not null
);

create trigger raise_version after insert or update or delete or truncate on carrier_accounts
  for each statement execute function raise_operator_settings_version();

-- The account through which a label was bought and a form was made; '' for that of EASYPOST_API_KEY.
alter table label_intents add column through text not null default '';
alter table manifest_forms add column through text not null default '';
