/** Holds every module to what was agreed, however many there are: see "Meta-tests" of the architecture. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { namesIn } from '#core/audit/server/names.ts'
import type { Contract, ListContract } from '#kernel/contract.ts'
import { GATEWAY, PUBLIC, SIGNED_IN } from '#kernel/contract.ts'
import type { ErrorDefinition } from '#kernel/errors.ts'
import type { ImportContract } from '#kernel/import.ts'
import { fieldLabel, labelPlace } from '#kernel/labels.ts'
import { LANGUAGES, type Language } from '#kernel/language.ts'
import type { Machine } from '#kernel/machine.ts'
import { type FieldMeta, fieldMeta } from '#kernel/primitives.ts'
import type { MenuNode, WebManifest } from '#kernel/screens.ts'
import { endpointName } from '#platform/server/http/registry.ts'
import { labelsOf } from '#platform/server/labels.ts'
import { en as shellEn } from '#platform/web/labels/en.ts'
import { vi as shellVi } from '#platform/web/labels/vi.ts'
import { qrTransactions } from '#subsystems/qr/contract/transactions.ts'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { isShared } from './applications.ts'
import { permissionCatalogue } from './catalogue.ts'
import { ERRORS_FILE, errorCatalogue, errorsDocument, KIT_FILE, kitDocument } from './docs.ts'
import { systemManifest } from './manifest.ts'
import { webManifests } from './manifests.ts'
import { systemRegistry } from './server.ts'

const src = join(import.meta.dirname, '..')
const registry = systemRegistry()
const entries = [...registry.entries.values()]
/** What belongs to no module has its words in the shell: 'import.status'. */
const shell = { vi: shellVi, en: shellEn } as unknown as Record<Language, Record<string, Record<string, Record<string, string>>>>
const namespaceOf = (module: string) => labelsOf(registry.modules, module)

/** Everything that contract files export, by name. */
async function exportsOf(pattern: string): Promise<{ name: string; value: unknown }[]> {
  const files = globSync(pattern, { cwd: src }).filter((file) => !file.endsWith('.test.ts'))
  const modules = await Promise.all(files.map(async (file) => ({ file, exports: (await import(join(src, file))) as Record<string, unknown> })))
  return modules.flatMap(({ file, exports }) => Object.entries(exports).map(([name, value]) => ({ name: `${file}: ${name}`, value })))
}

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'kind' in value && 'method' in value && 'path' in value && 'permission' in value
const isImport = (value: unknown): value is ImportContract => typeof value === 'object' && value !== null && 'template' in value && 'upload' in value
/** What of a contract names its fields. */
type Named = Pick<ListContract, 'entity' | 'row'> & Partial<Pick<ListContract, 'filter'>>
const isMachine = (value: unknown): value is Machine =>
  typeof value === 'object' && value !== null && 'initial' in value && 'states' in value && 'events' in value

/** Visits a schema and everything inside it. */
function walk(schema: z.ZodType, visit: (schema: z.ZodType) => void, seen = new Set<z.ZodType>()): void {
  if (seen.has(schema)) return
  seen.add(schema)
  visit(schema)
  const inside = (inner: unknown) => inner instanceof z.ZodType && walk(inner, visit, seen)
  if (schema instanceof z.ZodObject) Object.values(schema.shape).forEach(inside)
  else if (schema instanceof z.ZodArray) inside(schema.element)
  else if (schema instanceof z.ZodRecord) inside(schema.valueType)
  else if (schema instanceof z.ZodUnion) schema.options.forEach(inside)
  else if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) inside(schema.unwrap())
}

const contracts = await exportsOf('{core,subsystems}/*/contract/**/*.ts')
const lists = entries.flatMap((entry) => (entry.kind === 'list' ? [entry] : []))

describe('contracts', () => {
  it('there are some', () => {
    expect(contracts.filter(({ value }) => isContract(value)).length).toBeGreaterThan(10)
    expect(lists.length).toBeGreaterThan(0)
  })

  it.each(contracts.filter(({ value }) => isContract(value)))('$name has its handler', ({ value }) => {
    const contract = value as Contract
    const handled = registry.entries.get(endpointName(contract))?.contract
    expect(handled && endpointName(handled)).toBe(endpointName(contract))
    expect(handled === contract).toBe(true)
  })

  it.each(entries.map((entry) => [endpointName(entry.contract), entry] as const))('%s asks for a permission or is a named exception', (_name, { contract }) => {
    const named: string[] = [PUBLIC, SIGNED_IN, GATEWAY]
    if (!named.includes(contract.permission)) expect(contract.permission).toMatch(/^[a-z0-9_-]+(\/[A-Za-z0-9_-]+)+\/[a-z][a-z-]*$/)
  })

  it('are public, for any session or signed only where this list says so', () => {
    const open = entries
      .filter(({ contract }) => contract.permission === PUBLIC || contract.permission === GATEWAY)
      .map(({ contract }) => `${endpointName(contract)} ${contract.permission}`)
    expect(open.sort()).toEqual(readFileSync(join(src, '../test/fixtures/open-endpoints.txt'), 'utf8').trim().split('\n'))
  })
})

describe('labels', () => {
  const named = contracts
    .flatMap(({ name, value }) => (isContract(value) || isImport(value) ? [[name, value as unknown as Named] as const] : []))
    .filter(([, { entity }]) => entity !== undefined)

  it.each(named)('%s names every field and filter in both languages', (_name, { entity, row, filter }) => {
    const shown = Object.entries({ ...row.shape, ...filter?.shape }).filter(([, schema]) => fieldMeta(schema as z.ZodType).kind !== 'id')
    const { module, last } = labelPlace(entity)
    expect(namespaceOf(module)).toBeDefined()
    for (const language of LANGUAGES)
      expect(shown.map(([field]) => field).filter((field) => !fieldLabel(namespaceOf(module)?.[language], last, field, language))).toEqual([])
  })

  it('name every value of every enum and status of every contract in both languages', () => {
    const missing = new Set<string>()
    let seen = 0
    const visit = (schema: z.ZodType) => {
      const meta = schema.meta() as Partial<FieldMeta> | undefined
      if (!meta?.labels || !(schema instanceof z.ZodEnum)) return
      seen++
      const { module, last } = labelPlace(meta.labels)
      for (const language of LANGUAGES)
        for (const value of schema.options) {
          const words = namespaceOf(module)?.[language].enums ?? shell[language][module]
          if (!words?.[last]?.[value]) missing.add(`${language} ${meta.labels}.${value}`)
        }
    }
    for (const { contract } of entries) {
      walk(contract.input, visit)
      walk(contract.output, visit)
    }
    expect(seen).toBeGreaterThan(3)
    expect([...missing]).toEqual([])
  })
})

describe('machines', () => {
  const machines = contracts.filter(({ value }) => isMachine(value))
  let database: TestDatabase
  let checks: Set<string>[]
  beforeAll(async () => {
    database = await testDatabase()
    const { rows } = await database.pool.query<{ definition: string }>(`select pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'c'`)
    checks = rows.map(({ definition }) => new Set([...definition.matchAll(/'([A-Z_]+)'::text/g)].map(([, word]) => word as string)))
  })
  afterAll(() => database.drop())

  it('there is one', () => {
    expect(machines.length).toBeGreaterThan(0)
  })

  it.each(machines)('$name reaches every state, leaves every one that is not final, and has its CHECK in SQL', ({ value }) => {
    const machine = value as Machine
    const events = Object.values(machine.events)
    const reached = new Set([machine.initial])
    for (let before = -1; before !== reached.size; ) {
      before = reached.size
      for (const event of events) if (event.from.some((state) => reached.has(state))) reached.add(event.to)
    }
    const states = Object.keys(machine.states)
    expect(states.filter((state) => !reached.has(state))).toEqual([])
    const left = new Set(events.flatMap((event) => event.from))
    for (const [state, { final }] of Object.entries(machine.states)) expect({ state, left: left.has(state) }).toEqual({ state, left: !final })
    const wanted = [...states].sort().join()
    expect(checks.some((check) => [...check].sort().join() === wanted)).toBe(true)
    const { module, last } = labelPlace(machine.name)
    for (const language of LANGUAGES) expect(states.filter((state) => !namespaceOf(module)?.[language].enums[last]?.[state])).toEqual([])
  })
})

describe('screens', () => {
  const manifest = systemManifest()
  const specified = new Map(
    readFileSync(join(src, '../test/fixtures/routes.tsv'), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'))
      .map(([subsystem, path, flags]) => [`${subsystem} ${path}`, flags ?? ''] as const),
  )
  // The list of routes does not name these; that they must be there is described in words only.
  const described = ['dashboard', 'approvals', 'controls', 'controls/limits', 'money-trace'].map((screen) => `O2O_CRM /crm/${screen}` as const)
  const administration = ['mail-outbox', 'jobs', 'audit-log'].map((screen) => `PP_SYS /system-config/${screen}` as const)
  const partners = ['', '/codes', '/exchanges', '/webhooks', '/deliveries'].map((screen) => `O2O_CRM /crm/partner-connections${screen}` as const)
  for (const added of [...described, ...administration, ...partners] as `${string} ${string}`[]) specified.set(added, '')
  for (const screen of ['', '/transfers', '/held-accounts', '/returned']) specified.set(`O2O_CRM /crm/disbursements${screen}`, '')
  specified.set('O2O_CRM /crm/disbursements/batch', 'hidden')
  specified.set('PP_SYS /user-permission/user-management/users/import-file', 'hidden')
  specified.set('PP_CFM_NEW /cfm-v2/my-shift', '')
  specified.set('PP_CFM_NEW /cfm-v2/differences', '')
  specified.set('PP_CFM /pp-cfm/danh_sach_chi_tra/giao_dich', '')
  specified.set('PP_CFM /pp-cfm/danh_sach_chi_tra/chi_tiet_giao_dich', 'hidden')
  specified.set('PP_CFM_NEW /cfm-v2/pay', '')
  specified.set('PP_CFM_NEW /cfm-v2/cash-orders', '')
  specified.set('PP_CFM_NEW /cfm-v2/my-count', 'hidden')
  specified.set('PP_CFM /pp-cfm/chuyen_tien/danh_sach', '')
  specified.set('PP_CFM /pp-cfm/xu_ly_su_vu/chi_tiet_su_vu', 'hidden')
  specified.set('PP_CFM /pp-cfm/xu_ly_su_vu/bang_su_vu', '')
  specified.set('PP_QR /pp-qr/tong_quan', '')
  specified.set('PP_QR /pp-qr/vhdv/bang_su_vu', '')
  specified.set('PP_COB /pp-cob/quan_ly_su_vu/bang_su_vu', '')
  specified.set('PP_CFM /pp-cfm/xu_ly_su_vu/loai_su_vu', '')
  specified.set('PP_CFM /pp-cfm/xu_ly_su_vu/bao_cao', '')
  specified.set('PP_CFM /pp-cfm/xu_ly_su_vu/bao_cao_doi_tac', '')
  specified.set('PP_CFM /pp-cfm/quan_ly_giao_dich/tien_treo', '')
  specified.set('PP_CFM /pp-cfm/xu_ly_giao_dich_bat_dong_bo/nhap_file', 'hidden')
  specified.set('PP_CFM /pp-cfm/xu_ly_giao_dich_bat_dong_bo/bao_cao', '')
  specified.set('PP_CFM /pp-cfm/bao_cao/giao_dich_tien_mat_lon', '')
  specified.set('PP_CFM /pp-cfm/chuyen_tien/chi_tiet', 'hidden')
  specified.set('PP_CFM /pp-cfm/danh_sach_chi_tra/chi_tiet', 'hidden')
  specified.set('PP_CFM /pp-cfm/danh_sach_chi_tra/nhap_file', 'hidden')
  specified.set('PP_CFM /pp-cfm/danh_sach_chi_tra/nguoi_huong', '')
  specified.set('PP_CFM /pp-cfm/danh_sach_chi_tra/tien_chi_tra', '')
  specified.set('PP_CFM /pp-cfm/danh_sach_chi_tra/chuong_trinh', '')
  specified.set('PP_CFM /pp-cfm/danh_sach_chi_tra/han_bao_cao', '')
  specified.set('PP_CFM /pp-cfm/bao_cao/da_chi_tra', '')
  specified.set('PP_CFM /pp-cfm/bao_cao/chua_chi_tra', '')
  specified.set('PP_CFM /pp-cfm/bao_cao/kinh_phi_con_lai', '')
  specified.set('PP_CFM /pp-cfm/bao_cao/chuyen_tien_buu_chinh', '')
  specified.set('PP_COB /pp-cob/quan_ly_phat_hanh_nho_thu/danh_sach_khoan', '')
  specified.set('PP_COB /pp-cob/quan_ly_phat_hanh_nho_thu/nhap_file', 'hidden')
  specified.set('PP_QR /pp-qr/qltaikhoan/chi_tiet', 'hidden')
  specified.set('PP_QR /pp-qr/qltaikhoan/bieu_phi', '')
  specified.set('PP_QR /pp-qr/qltaikhoan/quyet_toan', '')
  specified.set('PP_QR /pp-qr/qltaikhoan/quyet_toan/{id}', 'hidden')
  specified.set('PP_QR /pp-qr/qltaikhoan/phat_sinh', '')
  specified.set('PP_QR /pp-qr/qltaikhoan/sao_ke', '')
  specified.set('PP_QR /pp-qr/quan_ly_qr/nhap_qr', 'hidden')
  specified.set('PP_QR /pp-qr/quan_ly_qr/doc_ma_qr', '')
  specified.set('PP_QR /pp-qr/quan_ly_qr/tai_khoan_dinh_danh', '')
  specified.set('PP_SDK /pp-sdk/quan_ly_giao_dich/ung_dung', '')
  specified.set('PP_COB /pp-cob/quan_ly_KHL/quyet_toan', '')
  specified.set('PP_COB /pp-cob/quan_ly_KHL/quyet_toan/chi_tiet/{id}', 'hidden')
  specified.set('PP_GL /pp-gl/he_thong_tai_khoan', '')
  specified.set('PP_GL /pp-gl/he_thong_tai_khoan/import-file', 'hidden')
  specified.set('PP_GL /pp-gl/but_toan_dieu_chinh', '')
  specified.set('PP_GL /pp-gl/but_toan_dieu_chinh/{id}', 'hidden')
  specified.set('PP_CFM_NEW /cfm-v2/day-close-progress', '')
  // Everything of cash on delivery begins with its items: they stand in the menu.
  specified.set('PP_COB /pp-cob/quan_ly_buu_gui_chap_nhan', '')
  specified.set('PP_COB /pp-cob/quan_ly_buu_gui_chap_nhan/dang_giu_tien', '')
  specified.set('PP_COB /pp-cob/quan_ly_buu_gui_chap_nhan/buu_ta', '')
  // Cash that postmen hand in is counted at the office; the specification has its deposits only.
  specified.set('PP_COB /pp-cob/quan_ly_giao_dich/nop_tien_tai_buu_cuc', '')
  specified.set('PP_COB /pp-cob/quan_ly_giao_dich/chi_tra_nguoi_gui', '')
  specified.set('PP_COB /pp-cob/quan_ly_giao_dich/chi_tiet_chi_tra_nguoi_gui', 'hidden')
  // Configurations and ageing stand below the list of each desk of reconciliation.
  const desks = [
    'PP_QR /pp-qr/doi_soat',
    'PP_SDK /pp-sdk/doi_soat',
    'PP_PAR /pp-par/doi_soats',
    'PP_PAR /pp-par/doi_soat_POB',
    'PP_PAR /pp-par/doi_soat_QR_MC',
    'PP_COB /pp-cob/doi_soat/LDP',
    'PP_COB /pp-cob/doi_soat/Bank',
  ]
  for (const desk of desks as `${string} ${string}`[]) {
    specified.set(`${desk}/cau_hinh`, '')
    specified.set(`${desk}/cau_hinh/chi_tiet`, 'hidden')
    specified.set(`${desk}/tuoi_chenh_lech`, '')
  }
  specified.set('PP_PAR /pp-par/doi_soat_QR_MC/xem_chi_tiet', 'hidden')
  specified.set('PP_COB /pp-cob/doi_soat/Bank/xem_chi_tiet', 'hidden')
  for (const screen of ['shifts', 'counts', 'holdings', 'day-close']) {
    specified.set(`PP_CFM_NEW /cfm-v2/${screen}`, '')
    specified.set(`PP_CFM_NEW /cfm-v2/${screen}/{id}`, 'hidden')
  }

  it('of every manifest file are known to the server', async () => {
    const found = (await exportsOf('{core,subsystems}/*/web/manifest.ts')).map(({ value }) => (value as WebManifest).module)
    expect(webManifests.map((one) => one.module).sort()).toEqual(found.sort())
  })

  it.each(manifest.routes)('$subsystem $path stands in the specification with the same flags', ({ subsystem, path, flags }) => {
    expect(specified.get(`${subsystem} ${path}`)).toBe(flags)
  })

  it.each(manifest.routes)('$path has a title in both languages', ({ title }) => {
    expect(title.vi).not.toBe('')
    expect(title.en).not.toBe('')
  })

  it('ask for permissions that some endpoint asks for too, so that what opens a screen also fills it', () => {
    const asked = new Set([PUBLIC, SIGNED_IN, ...entries.map(({ contract }) => contract.permission)])
    expect(manifest.routes.filter((route) => !asked.has(route.permission))).toEqual([])
  })

  it('open in every application only where their permission counts in all', () => {
    const everywhere = webManifests.flatMap(({ screens }) => screens.filter((screen) => screen.everywhere))
    expect(everywhere.length).toBeGreaterThan(0)
    expect(everywhere.filter(({ permission }) => !isShared(permission))).toEqual([])
  })

  it('and groups of the menu have labels, and its items exist', () => {
    const visit = (one: WebManifest, node: MenuNode): void => {
      if ('screen' in node) expect(one.screens.map((screen) => screen.path)).toContain(node.screen)
      else {
        for (const language of LANGUAGES) expect(namespaceOf(one.module)?.[language].screens[node.title]).toBeTruthy()
        for (const child of node.children) visit(one, child)
      }
    }
    for (const one of webManifests) for (const node of one.menu) visit(one, node)
  })
})

describe('permissions', () => {
  it('of the catalogue are all that endpoints, screens and approvals ask for, exports included', () => {
    const uris = permissionCatalogue(registry, webManifests).map((item) => item.uri)
    expect(new Set(uris).size).toBe(uris.length)
    const ofModules = registry.modules.flatMap(({ permissions = {} }) => Object.keys(permissions))
    const asked = [
      ...ofModules,
      ...entries.map(({ contract }) => contract.permission),
      ...webManifests.flatMap((one) => one.screens.map((screen) => screen.permission)),
    ]
    const named: string[] = [PUBLIC, SIGNED_IN, GATEWAY]
    expect(uris).toEqual([...new Set(asked.filter((uri) => !named.includes(uri)))].sort())
    expect(uris.some((uri) => uri.endsWith('/export'))).toBe(true)
  })

  it('of approvals are called by what is approved: refunds are found by their word', () => {
    const items = new Map(permissionCatalogue(registry, webManifests).map((item) => [item.uri, item]))
    for (const uri of [qrTransactions.permissions.ask, qrTransactions.permissions.approve, qrTransactions.permissions.approveLarge]) {
      expect(items.get(uri)?.titleVi, uri).toMatch(/Hoàn tiền/)
      expect(items.get(uri)?.titleEn, uri).toMatch(/refund/i)
    }
  })
})

describe('errors', () => {
  const all = errorCatalogue(registry).flatMap((area) => area.errors)
  const KEPT = /^(API004|KC-003|JWT-001|AWT-001|401|403)$/

  it('have codes of the scheme, each once, and both texts with the same places', () => {
    expect(all.filter((error) => !/^[A-Z]{2,5}-\d{3}$/.test(error.code) && !KEPT.test(error.code))).toEqual([])
    const codes = all.map((error) => error.code)
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
    const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
    for (const error of all) {
      expect(error.vi).not.toBe('')
      expect(places(error.en)).toEqual(places(error.vi))
    }
  })

  it('declared in contract files are all in the catalogue', async () => {
    const known = new Set(all)
    // Wherever they stand: of two parts that give one key to two errors a module would know the last one only.
    const declared = (await exportsOf('{core,subsystems}/*/contract/**/*.ts'))
      .filter(({ name }) => name.endsWith('Errors'))
      .flatMap(({ name, value }) => Object.values(value as Record<string, ErrorDefinition>).map((error) => ({ name, error })))
    expect(declared.length).toBeGreaterThan(400)
    expect(declared.filter(({ error }) => !known.has(error)).map(({ name, error }) => `${name} ${error.code}`)).toEqual([])
  })

  it('are documented in docs/errors.md as they are (npm run docs)', () => {
    expect(readFileSync(ERRORS_FILE, 'utf8')).toBe(errorsDocument(registry))
  })

  it('and screens in docs/kit.md are those of the code (npm run docs)', () => {
    const document = readFileSync(KIT_FILE, 'utf8')
    expect(document).toBe(kitDocument(document))
  })
})

describe('names in the audit log', () => {
  it('stand with the contract of every call that is written, with what every list and report is taken of, and every event', () => {
    // Channels of partners write under names of their own.
    const outside: string[] = [PUBLIC, GATEWAY]
    const audited = entries.filter(({ contract }) => ['command', 'upload', 'export'].includes(contract.kind) && !outside.includes(contract.permission))
    expect(audited.length).toBeGreaterThan(20)
    const taken = entries.flatMap(({ kind, contract }) => (kind === 'list' || kind === 'report' ? [(contract as Named).entity] : []))
    expect(taken.length).toBeGreaterThan(10)
    for (const language of LANGUAGES) {
      const { actions, subjects } = namesIn(registry, language)
      expect(audited.map(({ contract }) => endpointName(contract)).filter((key) => !actions[key])).toEqual([])
      expect([...new Set<string>(taken)].filter((type) => !subjects[type])).toEqual([])
    }
  })
})
