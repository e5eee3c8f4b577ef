import { describe, expect, it } from 'vitest'
import { defineManifest } from '#kernel/screens.ts'
import { allScreens, findScreen, menuScreens, menuTrail, normalAddress, safeNext, visibleMenu } from './routing.ts'

const manifest = defineManifest({
  module: 'demo',
  subsystem: 'PP_QR',
  screens: [
    { path: '/pp-x/giao_dich/danh_sach', permission: 'x/danh_sach/view', title: 'list' },
    { path: '/pp-x/giao_dich/chi_tiet/{id}', permission: 'x/chi_tiet/view', title: 'detail', hidden: true },
    { path: '/pp-x/self/create', permission: 'x/self/create', title: 'create', hidden: true },
    { path: '/pp-x/self/{id}', permission: 'x/self/view', title: 'self', hidden: true },
    { path: '/pp-x/bao_cao/{type}/{id}', permission: 'x/bao_cao/view', title: 'typed', hidden: true },
    { path: '/pp-x/bao_cao', permission: 'x/bao_cao/view', title: 'report', menuGated: true },
    { path: '/pp-x/su_vu', permission: 'x/su_vu/view', title: 'incidents', hidden: true },
  ],
  menu: [
    {
      title: 'groupTransactions',
      icon: 'transaction',
      children: [{ screen: '/pp-x/giao_dich/danh_sach' }, { title: 'deep', children: [{ title: 'deeper', children: [{ screen: '/pp-x/bao_cao' }] }] }],
    },
    { title: 'groupHidden', children: [{ screen: '/pp-x/su_vu' }] },
  ],
})
const entries = allScreens([manifest])

describe('the screen of an address', () => {
  it('takes parameters out of it, decoded', () => {
    expect(findScreen(entries, '/pp-x/giao_dich/chi_tiet/QR%2F1?tab=2#x')).toMatchObject({
      screen: { title: 'detail' },
      params: { id: 'QR/1' },
      module: 'demo',
      subsystem: 'PP_QR',
    })
    expect(findScreen(entries, '/pp-x/bao_cao/a/b')?.params).toEqual({ type: 'a', id: 'b' })
  })

  it('prefers fixed words to parameters, wherever they stand in the list', () => {
    expect(findScreen(entries, '/pp-x/self/create')?.screen.title).toBe('create')
    expect(findScreen(entries.toReversed(), '/pp-x/self/create')?.screen.title).toBe('create')
    expect(findScreen(entries, '/pp-x/self/7')?.screen.title).toBe('self')
  })

  it('is none for another case, length, or broken escapes that are words', () => {
    expect(findScreen(entries, '/PP-X/self/create')).toBeUndefined()
    expect(findScreen(entries, '/pp-x/self')).toBeUndefined()
    expect(findScreen(entries, '/pp-x/self/7/8')).toBeUndefined()
    expect(findScreen(entries, '/pp-x/self/%E0%A4%A')?.params).toEqual({ id: '%E0%A4%A' })
  })

  it('is compared without slashes at its end', () => {
    expect(normalAddress('/a/b//?x=1')).toBe('/a/b?x=1')
    expect(normalAddress('/')).toBe('/')
    expect(normalAddress('//')).toBe('/')
  })
})

describe('the menu', () => {
  const titles = (may: (permission: string) => boolean, gate?: (path: string) => boolean) =>
    menuScreens(visibleMenu([manifest], may, gate)).map((entry) => entry.title)

  it('shows what is permitted, and a group when any child is left', () => {
    expect(titles(() => true)).toEqual(['list', 'report'])
    expect(titles((permission) => permission === 'x/bao_cao/view')).toEqual(['report'])
    expect(visibleMenu([manifest], () => false)).toEqual([])
  })

  it('never shows hidden screens, and gated ones only through the gate', () => {
    expect(visibleMenu([manifest], () => true).map((entry) => entry.title)).toEqual(['groupTransactions'])
    expect(
      titles(
        () => true,
        () => false,
      ),
    ).toEqual(['list'])
  })

  it('knows the way to a screen, and to the list a detail belongs to', () => {
    const menu = visibleMenu([manifest], () => true)
    const trail = (address: string) => menuTrail(menu, address).map((entry) => entry.title)
    expect(trail('/pp-x/giao_dich/danh_sach?page=2')).toEqual(['groupTransactions', 'list'])
    expect(trail('/pp-x/giao_dich/chi_tiet/5')).toEqual(['groupTransactions', 'list'])
    expect(trail('/pp-x/bao_cao/a/b')).toEqual(['groupTransactions', 'deep', 'deeper', 'report'])
    expect(trail('/pp-x/self/1')).toEqual([])
    expect(trail('/')).toEqual([])
  })

  it('of several screens beside each other, knows the one that a detail is named after', () => {
    const entry = (path: string) => ({ key: path, module: 'x', title: path, icon: undefined, path, children: [] })
    const menu = [entry('/pp-x/vhdv/tra_soat_su_vu'), entry('/pp-x/vhdv/quan_ly_yeu_cau_su_vu')]
    expect(menuTrail(menu, '/pp-x/vhdv/chi_tiet_yeu_cau_su_vu/7').map(({ path }) => path)).toEqual(['/pp-x/vhdv/quan_ly_yeu_cau_su_vu'])
  })
})

describe('what follows a sign-in', () => {
  it('is an address of this portal and nothing else', () => {
    const entries = [...allScreens([manifest]), { screen: { path: '/auth/login', permission: 'public', title: 'signIn' }, module: 'iam', subsystem: 'O2O_CRM' }]
    const nextOf = (next: string) => safeNext(`?next=${encodeURIComponent(next)}`, entries)
    for (const good of ['/pp-x/giao_dich/danh_sach?page=2', '/pp-x/self/7', '/pp-x/bao_cao#x']) expect(nextOf(good)).toBe(good)
    for (const bad of [
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '',
      '/auth/login',
      '/khong/co/trang/nay',
      '//pp-x/self/7',
      '/pp-x\\self\\7',
      '/pp-x/self/7\n',
      'pp-x/self/7',
    ])
      expect(nextOf(bad), JSON.stringify(bad)).toBe('/')
    expect(safeNext('', entries)).toBe('/')
  })
})
