/** Goods arrive, are counted and put away, and come back. */

import { binWalks } from './walks/bins.ts';
import { inboundWalks } from './walks/inbound.ts';
import { receivingWalks } from './walks/receiving.ts';
import { returnStationWalks } from './walks/returns-station.ts';
import { walkPortal } from './walks.ts';

walkPortal([binWalks, receivingWalks, inboundWalks, returnStationWalks]);
