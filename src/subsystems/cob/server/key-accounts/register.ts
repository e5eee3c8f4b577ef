import type { Registrar } from '#platform/server/module.ts'
import {
  proposeContractEnd,
  proposeKeyAccountBank,
  proposeKeyAccountStatus,
  proposeKeyAccountTerms,
  proposeKeyContract,
  submitKeyAccount,
} from '../../contract/key-accounts/changes.ts'
import {
  createKeyAccount,
  discardKeyAccount,
  findKeyAccount,
  keyAccountOptions,
  listKeyAccounts,
  updateKeyAccount,
} from '../../contract/key-accounts/key-accounts.ts'
import { keyAccountBank, keyAccountOpening, keyAccountStatus, keyAccountTerms, proposeBank, proposeStatus, proposeTerms, submit } from './changes.ts'
import { keyContract, propose, proposeEnd } from './contracts.ts'
import { create, discard, update } from './drafts.ts'
import { keyAccountDetail, keyAccountList } from './list-query.ts'
import { findKeyAccounts } from './options.ts'

/** Key accounts from draft to closed, their contracts and where their money goes. */
export function registerKeyAccounts(on: Registrar): void {
  on.query(keyAccountOptions, findKeyAccounts)
  on.list(listKeyAccounts, keyAccountList)
  on.query(findKeyAccount, keyAccountDetail)
  on.command(createKeyAccount, create)
  on.command(updateKeyAccount, update)
  on.command(discardKeyAccount, discard)
  on.command(submitKeyAccount, submit)
  on.command(proposeKeyAccountTerms, proposeTerms)
  on.command(proposeKeyContract, propose)
  on.command(proposeContractEnd, proposeEnd)
  on.command(proposeKeyAccountBank, proposeBank)
  on.command(proposeKeyAccountStatus, proposeStatus)
}

export const keyAccountKinds = [keyAccountOpening, keyAccountTerms, keyContract, keyAccountBank, keyAccountStatus]
