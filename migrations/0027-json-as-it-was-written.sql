-- Written once, read whole: nothing asks PostgreSQL for a part of it on the way, so nothing is gained by taking it apart at
-- every write (decision 34).
alter table sales_orders
  alter column lines type json using lines::json,
  alter column allocation type json using allocation::json;
alter table log alter column data type json using data::json;
