-- A label by the carrier's id of its shipment: scan forms leave out those that are voided.
create index label_intents_by_shipment on label_intents (shipment_id) where shipment_id is not null;
-- How many were left out.
alter table manifest_forms add column left_out int not null default 0;
