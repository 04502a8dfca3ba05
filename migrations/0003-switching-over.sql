-- Whether a customer's operations require an access token; null: what the setting TOKEN_POLICY says (decision 7).
alter table customers add column token_policy text check (token_policy in ('required', 'optional'));

-- Stock that a customer has when its first orders are shipped from here (dray import stock).
insert into reason_codes (code, description, used_for, direction) values
  ('OPENING', 'Stock that was there at the beginning', 'adjustment', 'in')
  on conflict do nothing;
