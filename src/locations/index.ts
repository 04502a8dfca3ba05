/** Locations and what lies in them, as the floor uses them. */
export {
  type BinContent,
  type BinContentKey,
  inWalkOrder,
  type Location,
  type LocationKey,
  locationCodeOf,
} from './location.ts';
export {
  deleteLocationsOf,
  hasTotes,
  lockBinsOfItems,
  readBinsOfItems,
  readLocations,
  saveBinContents,
} from './location-store.ts';
