/**
 * The portal in a browser, over a real server: signing in, every page at two widths in two color schemes, every dialog and menu, what a role
 * may not open. No page violates the content security policy or an accessibility rule. The screenshots are for people to look at; their
 * folder is printed.
 *
 * One server and one browser for all walks, which run one after the other. What a walk changes belongs to customers and operators of its own.
 */
import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { openPortalUnderTest, type PortalUnderTest } from './portal-under-test.ts';
import { accountWalks } from './walks/account.ts';
import { administrationWalks } from './walks/administration.ts';
import { binWalks } from './walks/bins.ts';
import { changesOfOthersWalks } from './walks/changes-of-others.ts';
import { customerWalks } from './walks/customers.ts';
import { dialogWalks } from './walks/dialogs.ts';
import { exceptionWalks } from './walks/exceptions.ts';
import { failedPageWalks } from './walks/failed-pages.ts';
import { holdWalks } from './walks/holds.ts';
import { inboundWalks } from './walks/inbound.ts';
import { inventoryWalks } from './walks/inventory.ts';
import { labelWalks } from './walks/labels.ts';
import { lateReplyWalks } from './walks/late-replies.ts';
import { listWalks } from './walks/lists.ts';
import { liveWalks } from './walks/live.ts';
import { orderWalks } from './walks/orders.ts';
import { packingWalks } from './walks/packing.ts';
import { pageWalks } from './walks/pages.ts';
import { pickingWalks } from './walks/picking.ts';
import { receivingWalks } from './walks/receiving.ts';
import { referenceDataWalks } from './walks/reference-data.ts';
import { releaseWalks } from './walks/release.ts';
import { returnWalks } from './walks/returns.ts';
import { returnStationWalks } from './walks/returns-station.ts';
import { roleWalks } from './walks/roles.ts';
import { ruleWalks } from './walks/rules.ts';
import { scanWalks } from './walks/scans.ts';
import { scheduleWalks } from './walks/schedules.ts';
import { shippingWalks } from './walks/shipping.ts';
import { frameWalks, secondFactorWalks, signInWalks, signOutWalks } from './walks/sign-in.ts';
import { simulationWalks } from './walks/simulation.ts';
import { skuWalks } from './walks/skus.ts';
import { transactionWalks } from './walks/transactions.ts';
import { webhookWalks } from './walks/webhooks.ts';
import { willCallWalks } from './walks/will-call.ts';

let opened: PortalUnderTest;
beforeAll(async () => {
  opened = await openPortalUnderTest();
});
afterAll(() => opened?.close());
const portal = (): PortalUnderTest => opened;

signInWalks(portal);

describe('as an administrator, unless a walk signs in as another person', () => {
  beforeEach(() => opened.signInAs(opened.admin));
  pageWalks(portal);
  frameWalks(portal);
  orderWalks(portal);
  liveWalks(portal);
  listWalks(portal);
  holdWalks(portal);
  exceptionWalks(portal);
  inventoryWalks(portal);
  returnWalks(portal);
  skuWalks(portal);
  transactionWalks(portal);
  packingWalks(portal);
  scanWalks(portal);
  pickingWalks(portal);
  binWalks(portal);
  receivingWalks(portal);
  inboundWalks(portal);
  returnStationWalks(portal);
  releaseWalks(portal);
  shippingWalks(portal);
  scheduleWalks(portal);
  willCallWalks(portal);
  labelWalks(portal);
  administrationWalks(portal);
  customerWalks(portal);
  dialogWalks(portal);
  changesOfOthersWalks(portal);
  lateReplyWalks(portal);
  failedPageWalks(portal);
  ruleWalks(portal);
  webhookWalks(portal);
  simulationWalks(portal);
  referenceDataWalks(portal);
  accountWalks(portal);
  secondFactorWalks(portal);
  roleWalks(portal);
  signOutWalks(portal);
});
