import { merchantPlace, onBehalfPlace, partnerPlace, requestPlace } from '../contract/places.ts'

const { routes: partners } = partnerPlace
const { routes: onBehalf } = onBehalfPlace
const { routes: merchants } = merchantPlace

/** Routes of the sub-system, verbatim as users know them. */
export const paths = {
  partners: partners.list,
  partnersDetail: partners.detail,
  partnersSetups: partners.setups,
  partnersSetup: partners.setup,
  partnersAgeing: partners.ageing,
  onBehalf: onBehalf.list,
  onBehalfDetail: onBehalf.detail,
  onBehalfSetups: onBehalf.setups,
  onBehalfSetup: onBehalf.setup,
  onBehalfAgeing: onBehalf.ageing,
  merchants: merchants.list,
  merchantsDetail: merchants.detail,
  merchantsSetups: merchants.setups,
  merchantsSetup: merchants.setup,
  merchantsAgeing: merchants.ageing,
  requests: requestPlace.routes.list,
  requestCreate: requestPlace.routes.create,
  request: requestPlace.routes.detail,
} as const
