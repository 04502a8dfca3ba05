-- On the coordinator of compose.citus.yaml: the nodes of the cluster, in both databases. May run again.
select citus_set_coordinator_host('coordinator', 5432);
select citus_add_node('worker-1', 5432);
select citus_add_node('worker-2', 5432);
\connect dray_test
select citus_set_coordinator_host('coordinator', 5432);
select citus_add_node('worker-1', 5432);
select citus_add_node('worker-2', 5432);
