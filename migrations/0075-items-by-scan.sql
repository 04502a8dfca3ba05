-- A scan of an item finds it by its number, its UPC or an added code: put-away and counts read all stock of the warehouse for each scan.
create index skus_by_scanned_number on skus (upper(item_no));
-- A UPC of digits is compared without spaces, hyphens and leading zeros, any other as it was sent (`upcIsCodeSql`).
create index skus_by_scanned_upc on skus (
  (case when regexp_replace(upc_code, '[[:space:]-]', '', 'g') ~ '^[0-9]+$'
        then ltrim(regexp_replace(upc_code, '[[:space:]-]', '', 'g'), '0')
        else upper(btrim(upc_code, E' \t\r\n')) end)) where upc_code <> '';
create index item_codes_by_code on item_codes (code);
