-- Carriers' scan forms of manifests (decision 42).

-- Of the operator: packages of one manifest and one account of its carrier that the carrier accepts with one scan.
create table manifest_forms (
  form_id uuid primary key,
  manifest_id uuid not null,
  -- the carrier's ids of the shipments, which never change; a shipment is on one form
  shipments text[] not null,
  state text not null check (state in ('pending', 'made', 'refused')),
  -- what the carrier calls the form; stored before it counts as made
  carrier_form_id text,
  file_kind text check (file_kind in ('pdf', 'png')),
  file bytea,
  -- the carrier's words when it refused, else those of the last attempt
  message text not null default '',
  -- on real time: who works on it has it until then
  claimed_until timestamptz,
  due_at timestamptz not null default now(),
  attempts smallint not null default 0,
  requested_at timestamptz not null default now(),
  recorded_at timestamptz,
  check ((state = 'made') = (file is not null) and (file is null) = (file_kind is null))
);
create index manifest_forms_by_manifest on manifest_forms (manifest_id);
create index manifest_forms_by_shipment on manifest_forms using gin (shipments);
create index manifest_forms_due on manifest_forms (due_at) where state = 'pending';

-- The account with the carrier that paid for the label; a form is of one account.
alter table label_intents add column carrier_account text;
