/** When a location keeps its kind. Pure. */
import type { LocationUse } from './list-locations.ts';
import type { Location } from './location.ts';

/** Why a location does not change to this kind; undefined: it does. `use`: undefined when it is not used. */
export function kindFault(
  { location, kind }: Pick<Location, 'location' | 'kind'>,
  use: LocationUse | undefined,
): string | undefined {
  if (kind === 'tote' && use?.hasContents) return `${location} does not become a tote: items lie in it`;
  if (kind !== 'pick' && use?.hasRule) return `${location} stays a pick face: a rule fills it`;
  return undefined;
}
