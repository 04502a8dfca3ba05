-- On each node of compose.citus.yaml, at its first start: the databases of both environments.
set citus.enable_create_database_propagation = off;
create database dray_test;
create extension if not exists citus;
create extension if not exists pg_trgm;
\connect dray_test
create extension citus;
create extension pg_trgm;
