import { defineManifest } from '#kernel/screens.ts'
import { listCouriers } from '../contract/couriers.ts'
import { cobIncidents } from '../contract/incidents.ts'
import { codBankPermissions, ldpPermissions } from '../contract/reconciliation-place.ts'
import { listWatched } from '../contract/watch.ts'
import { paths } from './paths.ts'

export const manifest = defineManifest({
  module: 'cob',
  subsystem: 'PP_COB',
  screens: [
    { path: paths.couriers, permission: listCouriers.permission, title: 'couriers' },
    { path: paths.incidents, permission: cobIncidents.permissions.see, title: 'incidents' },
    { path: paths.incident, permission: cobIncidents.permissions.see, title: 'incident', hidden: true },
    { path: paths.incidentCreate, permission: cobIncidents.permissions.create, title: 'incidentCreate', hidden: true },
    { path: paths.incidentBoard, permission: cobIncidents.permissions.see, title: 'incidentBoard' },
    { path: paths.issuances, permission: 'pp-cob/quan-ly-phat-hanh-nho-thu/view', title: 'issuances' },
    { path: paths.issuance, permission: 'pp-cob/quan-ly-phat-hanh-nho-thu/view', title: 'issuance', hidden: true },
    { path: paths.issuanceLines, permission: 'pp-cob/quan_ly_phat_hanh_nho_thu/dong/view', title: 'issuanceLines' },
    { path: paths.issuanceImport, permission: 'pp-cob/quan-ly-phat-hanh-nho-thu/import', title: 'issuanceImport', hidden: true },
    { path: paths.watch, permission: listWatched.permission, title: 'watch' },
    { path: paths.ldp, permission: ldpPermissions.see, title: 'ldp' },
    { path: paths.ldpSession, permission: ldpPermissions.see, title: 'ldpSession', hidden: true },
    { path: paths.ldpSetups, permission: ldpPermissions.viewConfig, title: 'ldpSetups' },
    { path: paths.ldpSetup, permission: ldpPermissions.viewConfig, title: 'ldpSetup', hidden: true },
    { path: paths.ldpAgeing, permission: ldpPermissions.see, title: 'ldpAgeing' },
    { path: paths.bank, permission: codBankPermissions.see, title: 'bank' },
    { path: paths.bankSession, permission: codBankPermissions.see, title: 'bankSession', hidden: true },
    { path: paths.bankSetups, permission: codBankPermissions.viewConfig, title: 'bankSetups' },
    { path: paths.bankSetup, permission: codBankPermissions.viewConfig, title: 'bankSetup', hidden: true },
    { path: paths.bankAgeing, permission: codBankPermissions.see, title: 'bankAgeing' },
  ],
  menu: [
    {
      title: 'issuanceManagement',
      icon: 'receipt',
      children: [{ screen: paths.issuances }, { screen: paths.issuanceLines }],
    },
    {
      title: 'reconciliationManagement',
      icon: 'reconciliation',
      children: [
        { screen: paths.ldp },
        { screen: paths.ldpAgeing },
        { screen: paths.ldpSetups },
        { screen: paths.bank },
        { screen: paths.bankAgeing },
        { screen: paths.bankSetups },
      ],
    },
    {
      title: 'incidentManagement',
      icon: 'incident',
      children: [{ screen: paths.watch }, { screen: paths.incidents }, { screen: paths.incidentBoard }],
    },
  ],
})
