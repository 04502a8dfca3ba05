-- The environment that the database is used as. The program does not start with the databases of production and test exchanged: the simulation
-- of the test environment would ship the orders of production. Null until the first start of a version that stores it.
alter table secret_key_check add column environment text check (environment in ('production', 'test'));
