-- A label whose void the carrier refused stays paid for: its money is to be claimed by a person.
-- Not validated, which would read the table: what was stored satisfied the check before.
alter table label_intents drop constraint label_intents_state_check;
alter table label_intents add constraint label_intents_state_check
  check (state in ('wanted', 'bought', 'refused', 'dropped', 'void_wanted', 'voided', 'void_refused')) not valid;
