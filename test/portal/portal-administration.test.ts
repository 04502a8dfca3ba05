/** Customers, operators, rules and reference data, webhooks, the simulation. */

import { administrationWalks } from './walks/administration.ts';
import { customerWalks } from './walks/customers.ts';
import { keyboardWalks } from './walks/keyboard.ts';
import { referenceDataWalks } from './walks/reference-data.ts';
import { ruleWalks } from './walks/rules.ts';
import { simulationWalks } from './walks/simulation.ts';
import { webhookWalks } from './walks/webhooks.ts';
import { walkPortal } from './walks.ts';

walkPortal([
  administrationWalks,
  customerWalks,
  ruleWalks,
  webhookWalks,
  simulationWalks,
  referenceDataWalks,
  keyboardWalks,
]);
