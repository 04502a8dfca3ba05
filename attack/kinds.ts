/** Every kind of fault, in the order in which `--help` shows them. */
import { clusterKinds } from './faults/cluster.ts';
import { diskFullKind } from './faults/disk-full.ts';
import { fuzzKind } from './faults/fuzz.ts';
import { hostileKind } from './faults/hostile.ts';
import type { Kind } from './faults/kind.ts';
import { networkKinds, twoServers } from './faults/network.ts';
import { overloadKind } from './faults/overload.ts';
import { processKinds } from './faults/processes.ts';

export const kinds: readonly Kind[] = [
  ...processKinds,
  ...networkKinds,
  twoServers([...processKinds, ...networkKinds]),
  ...clusterKinds,
  diskFullKind,
  fuzzKind,
  hostileKind,
  overloadKind,
];
