import { defineManifest } from '#kernel/screens.ts'
import { listCouriers } from '../contract/couriers.ts'
import { listHandIns } from '../contract/deposits.ts'
import { cobIncidents } from '../contract/incidents.ts'
import { codBankPermissions, ldpPermissions } from '../contract/reconciliation-place.ts'
import { findSlip, listSlips } from '../contract/tktt.ts'
import { getCodTransaction, listCodTransactions } from '../contract/transactions.ts'
import { findKeyAccount, listKeyAccounts } from '../contract/key-accounts/key-accounts.ts'
import { findCodSettlement, listCodSettlements } from '../contract/settlements.ts'
import { listWatched } from '../contract/watch.ts'
import { paths } from './paths.ts'

export const manifest = defineManifest({
  module: 'cob',
  subsystem: 'PP_COB',
  screens: [
    { path: paths.items, permission: 'pp-cob/quan_ly_buu_gui_chap_nhan/view', title: 'items' },
    { path: paths.item, permission: 'pp-cob/quan_ly_buu_gui_chap_nhan/view', title: 'item', hidden: true },
    { path: paths.board, permission: 'pp-cob/quan_ly_buu_gui_chap_nhan/dang_giu_tien/view', title: 'board' },
    { path: paths.debtReport, permission: 'pp-cob/bao_cao_th/bao_cao_cong_no_cod/view', title: 'debtReport' },
    { path: paths.detailReport, permission: 'pp-cob/bao_cao_th/bao_cao_chi_tiet/view', title: 'detailReport' },
    { path: paths.couriers, permission: listCouriers.permission, title: 'couriers' },
    { path: paths.transactions, permission: listCodTransactions.permission, title: 'transactions' },
    { path: paths.cashDeposit, permission: getCodTransaction.permission, title: 'cashDeposit', hidden: true },
    { path: paths.walletDeposit, permission: getCodTransaction.permission, title: 'walletDeposit', hidden: true },
    { path: paths.qrDeposit, permission: getCodTransaction.permission, title: 'qrDeposit', hidden: true },
    { path: paths.tkttDeposit, permission: getCodTransaction.permission, title: 'tkttDeposit', hidden: true },
    { path: paths.cancelledDeposit, permission: getCodTransaction.permission, title: 'cancelledDeposit', hidden: true },
    { path: paths.handIns, permission: listHandIns.permission, title: 'handIns' },
    { path: paths.tkttSlips, permission: listSlips.permission, title: 'tkttSlips' },
    { path: paths.tkttSlip, permission: findSlip.permission, title: 'tkttSlip', hidden: true },
    { path: paths.incidents, permission: cobIncidents.permissions.see, title: 'incidents' },
    { path: paths.incident, permission: cobIncidents.permissions.see, title: 'incident', hidden: true },
    { path: paths.incidentCreate, permission: cobIncidents.permissions.create, title: 'incidentCreate', hidden: true },
    { path: paths.incidentBoard, permission: cobIncidents.permissions.see, title: 'incidentBoard' },
    { path: paths.keyAccounts, permission: listKeyAccounts.permission, title: 'keyAccounts' },
    { path: paths.keyAccount, permission: findKeyAccount.permission, title: 'keyAccount', hidden: true },
    { path: paths.settlements, permission: listCodSettlements.permission, title: 'settlements' },
    { path: paths.settlement, permission: findCodSettlement.permission, title: 'settlement', hidden: true },
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
      title: 'itemManagement',
      icon: 'transaction',
      children: [{ screen: paths.items }, { screen: paths.board }, { screen: paths.couriers }],
    },
    {
      title: 'transactionManagement',
      icon: 'transaction',
      children: [{ screen: paths.transactions }, { screen: paths.handIns }, { screen: paths.tkttSlips }],
    },
    { title: 'keyAccountManagement', icon: 'partner', children: [{ screen: paths.keyAccounts }, { screen: paths.settlements }] },
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
    { title: 'reports', icon: 'report', children: [{ screen: paths.debtReport }, { screen: paths.detailReport }] },
  ],
})
