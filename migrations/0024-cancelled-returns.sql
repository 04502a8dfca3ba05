-- A return that never arrives closes without a receipt.
alter table returns
  drop constraint returns_check,
  add constraint returns_receipt check (
    (received_at is null) = (received_seq is null)
    and case status when 'EXPECTED' then received_at is null when 'CLOSED' then true else received_at is not null end
  );
