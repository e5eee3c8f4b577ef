import { defineManifest } from '#kernel/screens.ts'
import { merchantPermissions, onBehalfPermissions, partnerPermissions } from '../contract/places.ts'
import { paths } from './paths.ts'

const REQUESTS = 'pp-par/doi_soat_xu_ly_giao_dich'

/** Permissions of requests are named, not taken from the contracts: every page loads the manifests, and would load the contracts with them. */
export const manifest = defineManifest({
  module: 'par',
  subsystem: 'PP_PAR',
  screens: [
    { path: paths.partners, permission: partnerPermissions.see, title: 'partners', menuGated: true },
    { path: paths.partnersDetail, permission: partnerPermissions.see, title: 'partnersDetail', hidden: true },
    { path: paths.partnersSetups, permission: partnerPermissions.viewConfig, title: 'partnersSetups' },
    { path: paths.partnersSetup, permission: partnerPermissions.viewConfig, title: 'partnersSetup', hidden: true },
    { path: paths.partnersAgeing, permission: partnerPermissions.see, title: 'partnersAgeing' },
    { path: paths.onBehalf, permission: onBehalfPermissions.see, title: 'onBehalf' },
    { path: paths.onBehalfDetail, permission: onBehalfPermissions.see, title: 'onBehalfDetail', hidden: true, under: paths.onBehalf },
    { path: paths.onBehalfSetups, permission: onBehalfPermissions.viewConfig, title: 'onBehalfSetups' },
    { path: paths.onBehalfSetup, permission: onBehalfPermissions.viewConfig, title: 'onBehalfSetup', hidden: true },
    { path: paths.onBehalfAgeing, permission: onBehalfPermissions.see, title: 'onBehalfAgeing' },
    { path: paths.merchants, permission: merchantPermissions.see, title: 'merchants' },
    { path: paths.merchantsDetail, permission: merchantPermissions.see, title: 'merchantsDetail', hidden: true },
    { path: paths.merchantsSetups, permission: merchantPermissions.viewConfig, title: 'merchantsSetups' },
    { path: paths.merchantsSetup, permission: merchantPermissions.viewConfig, title: 'merchantsSetup', hidden: true },
    { path: paths.merchantsAgeing, permission: merchantPermissions.see, title: 'merchantsAgeing' },
    { path: paths.requests, permission: `${REQUESTS}/view`, title: 'requests' },
    { path: paths.requestCreate, permission: `${REQUESTS}/create`, title: 'requestCreate', hidden: true },
    { path: paths.request, permission: `${REQUESTS}/view`, title: 'request', hidden: true },
  ],
  menu: [
    {
      title: 'partnerReconciliation',
      icon: 'reconciliation',
      children: [{ screen: paths.partners }, { screen: paths.partnersAgeing }, { screen: paths.partnersSetups }],
    },
    {
      title: 'onBehalfReconciliation',
      icon: 'transaction',
      children: [{ screen: paths.onBehalf }, { screen: paths.onBehalfAgeing }, { screen: paths.onBehalfSetups }],
    },
    {
      title: 'merchantReconciliation',
      icon: 'account',
      children: [{ screen: paths.merchants }, { screen: paths.merchantsAgeing }, { screen: paths.merchantsSetups }],
    },
    { title: 'handling', icon: 'incident', children: [{ screen: paths.requests }] },
  ],
})
