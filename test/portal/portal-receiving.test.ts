/** Goods arrive, are counted and put away, and come back. */

import { automaticBinWalks } from './walks/automatic-bins.ts';
import { binWalks } from './walks/bins.ts';
import { deliveryWalks } from './walks/deliveries.ts';
import { inboundWalks } from './walks/inbound.ts';
import { receivingWalks } from './walks/receiving.ts';
import { returnStationWalks } from './walks/returns-station.ts';
import { walkPortal } from './walks.ts';

walkPortal([binWalks, automaticBinWalks, receivingWalks, deliveryWalks, inboundWalks, returnStationWalks]);
