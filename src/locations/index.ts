/** Locations and what lies in them, as the floor uses them. */
export { contentFaults } from './edit-content.ts';
export { listContents } from './list-locations.ts';
export {
  type BinContent,
  type BinContentKey,
  compareWalkOrder,
  type Location,
  type LocationKey,
  type LocationKind,
  locationCodeOf,
  locationPattern,
} from './location.ts';
export {
  ContentRecord,
  contentExample,
  contentRecord,
  kindField,
  LocationRecord,
  locationExample,
  locationKeyFields,
  locationRecord,
  unknownLocation,
} from './location-fields.ts';
export {
  deleteBinContents,
  deleteLocationsOf,
  hasTotes,
  lockBinsOfItems,
  lockLocations,
  readBinsOfItems,
  readLocations,
  readWeightLikeTotes,
  saveBinContents,
} from './location-store.ts';
export { toteContentsSource } from './tote-use.ts';
