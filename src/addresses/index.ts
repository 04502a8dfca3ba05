/** What other slices may use of addresses. */
export { type City, majorCities } from './cities.ts';
export {
  distanceMiles,
  findZip,
  loadPlaces,
  nearestPlaces,
  type Place,
  type Point,
  pointOfZip,
  zip3Centroid,
  zip5Of,
  zipsOfState,
} from './places.ts';
export {
  type DeliveryAddress,
  judgeRecipient,
  type RecipientAddress,
  type RecipientFault,
  type RecipientFaultCode,
  type RecipientJudgement,
  type RecipientWarning,
  type RecipientWarningCode,
} from './recipient.ts';
export { isMilitary, isTerritory, isUnitedStates, stateCode, stateNames } from './states.ts';
