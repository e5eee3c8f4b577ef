/** The table of every list as people meet it: walked with the keys, seen where the focus is, many rows in a window. Once on the kit, on real screens. */
import type { Page } from '@playwright/test'
import { fill } from '#kernel/language.ts'
import { EN, expect, inFront, LIST, rows, settled, signIn, test, VI } from './support/portal.ts'
import { makeList, unused } from './support/records.ts'
import { inDatabase } from './support/server.ts'
import { words } from './support/words.ts'

const USERS = '/user-permission/user-management/users'
const LISTS = '/system-config/global-list'

/** Row and column of the cell that has the focus; headings are row 0. */
const place = (page: Page) =>
  page.evaluate(() => {
    const cell = document.activeElement?.closest<HTMLTableCellElement>('th, td')
    const row = cell?.parentElement?.getAttribute('aria-rowindex')
    return cell ? [row ? Number(row) - 1 : 0, cell.cellIndex] : null
  })

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

async function openRows(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(rows(page).first()).toBeVisible()
  await settled(page)
}

test('a list is one Tab stop and is walked with the keys', VI, async ({ page }) => {
  await signIn(page, 'ketoan')
  await openRows(page, LIST)
  const grid = inFront(page).getByRole('grid')

  await test.step('three keys to the first row', async () => {
    const keys = ['Tab', 'Enter', 'ArrowDown']
    await press(page, ...keys)
    await expect.poll(() => place(page)).toEqual([1, 1])
    expect(keys.length).toBeLessThanOrEqual(3)
  })

  await test.step('whatever it holds, Tab stops once', async () => {
    const stops = () =>
      grid.evaluate((table) => [table, ...table.querySelectorAll<HTMLElement>('*')].filter((one) => (one as HTMLElement).tabIndex >= 0).length)
    expect(await stops()).toBe(1)
    await press(page, 'Tab')
    expect(await place(page)).toBeNull()
    await press(page, 'Shift+Tab')
    expect(await place(page)).toEqual([1, 1])
    await inFront(page).getByRole('button', { name: words.list.refresh }).click()
    await settled(page)
    expect(await stops()).toBe(1)
  })

  await test.step('arrows, ends and pages', async () => {
    await rows(page).first().getByRole('link').focus()
    // The line of sums has a table of its own, so only the headings of this one.
    const columns = await grid.locator('> thead th').count()
    for (const [key, row, column] of [
      ['ArrowDown', 2, 1],
      ['ArrowRight', 2, 2],
      ['ArrowLeft', 2, 1],
      ['End', 2, columns - 1],
      ['Home', 2, 0],
      ['Control+End', 15, columns - 1],
      ['Control+Home', 1, 0],
      ['ArrowUp', 0, 0],
      ['ArrowUp', 0, 0],
      ['ArrowLeft', 0, 0],
      ['ArrowRight', 0, 1],
      ['ArrowDown', 1, 1],
    ] as const) {
      await press(page, key)
      expect(await place(page), key).toEqual([row, column])
    }
    await press(page, 'PageDown')
    const [far = 0] = (await place(page)) ?? []
    expect(far).toBeGreaterThan(5)
    await press(page, 'PageUp')
    expect(await place(page)).toEqual([1, 1])
  })

  await test.step('a heading is widened with its own keys', async () => {
    await press(page, 'ArrowUp')
    const handle = grid.getByRole('columnheader').nth(1).getByRole('separator')
    const before = Number(await handle.getAttribute('aria-valuenow'))
    await press(page, 'Shift+ArrowRight')
    await expect(handle).toHaveAttribute('aria-valuenow', String(before + 16))
    await press(page, 'Shift+ArrowLeft')
    await expect(handle).toHaveAttribute('aria-valuenow', String(before))
  })

  await test.step('the slash leads to the filters, the question mark to the keys', async () => {
    await press(page, 'ArrowDown', '?')
    const dialog = page.getByRole('dialog', { name: words.grid.title })
    await expect(dialog.getByText(words.grid.does.move)).toBeVisible()
    await press(page, 'Escape')
    await expect(dialog).toBeHidden()
    await expect.poll(() => place(page)).toEqual([1, 1])
    await press(page, '/')
    await expect(inFront(page).getByRole('search').locator('input').first()).toBeFocused()
    await inFront(page).getByRole('button', { name: words.grid.title }).click()
    await expect(dialog).toBeVisible()
    await press(page, 'Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('Enter opens the row, from any of its cells', async () => {
    const link = rows(page).nth(1).getByRole('link')
    const code = (await link.textContent()) ?? ''
    await link.focus()
    await press(page, 'ArrowRight', 'Enter')
    await expect(page.getByRole('tab', { name: code })).toBeVisible()
  })
})

test('the space bar ticks a row, nothing moves under it, and what may be done with a row is reached with the keys', EN, async ({ page }) => {
  await signIn(page, 'admin', 'PP_SYS')
  const code = unused()
  for (const end of ['A', 'B']) await makeList(`${code}_${end}`)
  await inDatabase('update masterdata.global_list set description = $2 where code = $1', [`${code}_B`, 'Một mô tả rất dài. '.repeat(40)])
  await openRows(page, `${LISTS}?text=${code}`)
  const bar = inFront(page).getByRole('region', { name: words.bulk.label })
  const tools = inFront(page).getByRole('button', { name: words.list.refresh })
  const where = () => rows(page).first().boundingBox()
  const before = await where()
  await press(page, 'ArrowDown', ' ')
  await expect(bar).toContainText(fill(words.bulk.chosen, { n: 1 }))
  await expect(rows(page).first()).toHaveAttribute('aria-selected', 'true')
  await expect(tools).toBeHidden()
  expect(await where(), 'rows stay where they are').toEqual(before)
  await press(page, 'ArrowDown', ' ')
  await expect(bar).toContainText(fill(words.bulk.chosen, { n: 2 }))
  await bar.getByRole('button', { name: words.shared.actions.lock, exact: true }).press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await press(page, 'Escape')
  await expect(bar.getByRole('button', { name: words.shared.actions.lock, exact: true })).toBeFocused()
  await bar.getByRole('button', { name: words.bulk.clear }).press('Enter')
  await expect(bar).toBeHidden()
  await expect(tools).toBeVisible()
  expect(await place(page), 'the keys go on where they were').toEqual([2, 2])

  await test.step('the last cell has what may be done with the row', async () => {
    await press(page, 'Home', 'End', 'Enter')
    await expect(page.locator('.ant-dropdown').getByRole('menuitem').first()).toBeFocused()
    await press(page, 'Escape')
    await expect(rows(page).nth(1).getByRole('button', { name: words.common.more })).toBeFocused()
  })

  await test.step('a long text is cut, and whole when it is focused', async () => {
    const cell = rows(page).nth(1).getByRole('gridcell').filter({ hasText: 'Một mô tả' })
    expect((await cell.boundingBox())?.width).toBeLessThan(420)
    await cell.click()
    await expect(cell).toHaveAttribute('title', /^(Một mô tả rất dài\. ?){40}$/)
  })

  await test.step('a row that goes with the focus leaves it in the table', async () => {
    await rows(page).first().getByRole('button').first().focus()
    await press(page, 'End', 'Enter')
    await page.getByRole('menuitem', { name: words.shared.actions.remove, exact: true }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: words.shared.actions.remove, exact: true }).press('Enter')
    await expect(rows(page)).toHaveCount(1)
    await expect.poll(async () => (await place(page))?.[0]).toBe(1)
  })

  await test.step('the menu of the way to the page gives the focus back', async () => {
    const crumb = inFront(page).locator('.bt-crumb')
    await crumb.press('Enter')
    await expect(page.locator('.ant-dropdown').getByRole('menuitem').first()).toBeFocused()
    await press(page, 'ArrowDown', 'Escape')
    await expect(crumb).toBeFocused()
  })
})

test('what the world has changed is not tried again, and no bar of no rows is left', VI, async ({ page }) => {
  await signIn(page, 'admin', 'PP_SYS')
  const code = unused()
  await makeList(code)
  await openRows(page, `${LISTS}?text=${code}&status=ACTIVE`)
  await rows(page).first().getByRole('checkbox').check()
  await inDatabase("update masterdata.global_list set status = 'LOCKED', version = version + 1 where code = $1", [code])
  await inFront(page).getByRole('button', { name: words.shared.actions.lock, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('columnheader')).toHaveText([words.masterdata.fields.globalList.code, words.masterdata.fields.globalList.name])
  await dialog.getByRole('button', { name: words.shared.actions.lock, exact: true }).click()
  await expect(dialog.getByText(fill(words.bulk.result, { done: 0, failed: 1 }))).toBeVisible()
  await expect(dialog.locator('.ant-modal-footer').getByRole('button')).toHaveText([words.common.close])
  await dialog.locator('.ant-modal-footer').getByRole('button').click()
  await expect(dialog).toBeHidden()
  await expect(inFront(page).getByRole('region', { name: words.bulk.label })).toHaveCount(0)
  await expect(inFront(page).getByText(words.common.empty)).toBeVisible()
})

/** Rows that are whole between heading and sums, in the window. */
const rowsInSight = (page: Page) =>
  page.evaluate(() => {
    const scroller = [...document.querySelectorAll<HTMLElement>('.bt-table-scroll')].find((one) => one.checkVisibility())
    const top = scroller?.querySelector('thead')?.getBoundingClientRect().bottom ?? 0
    const ends = [scroller?.querySelector('tfoot')?.getBoundingClientRect().top, scroller?.getBoundingClientRect().bottom, innerHeight]
    const end = Math.min(...ends.flatMap((one) => one ?? []))
    return [...(scroller?.querySelectorAll('tbody tr') ?? [])].filter((row) => {
      const box = row.getBoundingClientRect()
      return box.top >= top - 1 && box.bottom <= end + 1
    }).length
  })

const LARGE = { width: 1440, height: 900 }
const SMALL = { width: 1280, height: 720 }

test('a window is full of rows, under one line with title and tools and one with filters', EN, async ({ page }) => {
  const gold = () => inFront(page).locator('.ant-btn-primary:visible')
  for (const [address, application] of [
    [LIST, 'PP_QR'],
    [USERS, 'PP_SYS'],
  ] as const) {
    await signIn(page, 'admin', application)
    for (const [size, least] of [
      [LARGE, 14],
      [SMALL, 9],
    ] as const) {
      await page.setViewportSize(size)
      await openRows(page, address)
      expect(await rowsInSight(page), `${address} in ${size.width}×${size.height}`).toBeGreaterThanOrEqual(least)
      await expect(gold()).toHaveCount(1)
      expect((await inFront(page).locator('.bt-page-header').boundingBox())?.height).toBe(40)
    }
  }
})

/** Top edges of what stands in the filter bar. */
const tops = (page: Page, part: string) =>
  inFront(page)
    .locator(`.bt-filters ${part}`)
    .evaluateAll((found) => [...new Set(found.map((one) => Math.round(one.getBoundingClientRect().top)))])

test('filters and their buttons stand in one line, in wide windows and under a menu on top', VI, async ({ page }) => {
  await signIn(page, 'admin')
  for (const layout of ['side', 'top']) {
    await page.evaluate((wanted) => {
      localStorage.setItem('settings', JSON.stringify({ layout: wanted }))
      localStorage.setItem('preferences', JSON.stringify({ account: null, unsaved: true }))
    }, layout)
    for (const width of [1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      await openRows(page, LIST)
      expect(await tops(page, '.ant-form-item'), `${layout} ${width}`).toHaveLength(1)
      expect(await tops(page, 'button.ant-btn'), `${layout} ${width}`).toHaveLength(1)
      await inFront(page).getByRole('button', { name: words.list.expand, exact: true }).click()
      expect(await tops(page, 'button.ant-btn'), `${layout} ${width}, unfolded`).toHaveLength(1)
    }
  }
})

test('a phone scrolls down alone, and in a window of 1024 the menu begins folded', EN, async ({ page }) => {
  await signIn(page, 'admin')
  const sider = page.locator('.bt-sider')
  await page.setViewportSize({ width: 1024, height: 768 })
  await openRows(page, LIST)
  expect((await sider.boundingBox())?.width).toBe(56)
  await page.getByRole('button', { name: words.shell.expand }).click()
  await expect.poll(async () => (await sider.boundingBox())?.width).toBe(232)
  await page.setViewportSize(LARGE)
  await expect.poll(async () => (await sider.boundingBox())?.width, 'as the person keeps it for wide windows').toBe(232)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const address of [LIST, '/pp-qr/baocaothongke/baocaochitietngay', '/']) {
    await page.goto(address)
    await settled(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), address).toBeLessThanOrEqual(0)
  }
})

/** What has the focus and shows no ring of 2 px in the colour of the tokens, on itself or on the box around it; null when Tab has left the page. */
const ringless = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    if (!at || at === document.body) return null
    const colour = (name: string) => {
      const sample = document.createElement('i')
      sample.style.color = `var(${name})`
      document.body.append(sample)
      const { color } = getComputedStyle(sample)
      sample.remove()
      return color
    }
    const wanted = [colour('--bt-focus'), colour('--bt-sider-focus')]
    for (let one: Element | null = at, up = 0; one && up < 5; one = one.parentElement, up++) {
      const { outlineStyle, outlineWidth, outlineColor, opacity } = getComputedStyle(one)
      const { width, height } = one.getBoundingClientRect()
      if (outlineStyle === 'solid' && outlineWidth === '2px' && wanted.includes(outlineColor) && opacity !== '0' && width > 6 && height > 6) return ''
    }
    return at.outerHTML.slice(0, 120)
  })

/** Tabs through all that there is, from the top; answers how many controls it met. */
async function walkRings(page: Page, where: string): Promise<number> {
  const most = 80
  for (let met = 0; met < most; met++) {
    await press(page, 'Tab')
    const found = await ringless(page)
    if (found === null && met > 3) return met
    expect.soft(found ?? '', where).toBe('')
  }
  return most
}

/** Tabs through a list and the beginning of a form. */
async function ringEverywhere(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await signIn(page, 'admin', 'PP_SYS')
  await page.evaluate((wanted) => {
    localStorage.setItem('settings', JSON.stringify({ theme: wanted }))
    localStorage.setItem('preferences', JSON.stringify({ account: null, unsaved: true }))
  }, theme)
  await openRows(page, LISTS)
  expect(await walkRings(page, 'list')).toBeGreaterThan(20)
  await openRows(page, USERS)
  await inFront(page).getByRole('button', { name: words.list.expand, exact: true }).click()
  await inFront(page).getByRole('button', { name: words.shared.actions.create }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await settled(page)
  for (let met = 0; met < 20; met++) {
    expect.soft((await ringless(page)) ?? '', 'form').toBe('')
    await press(page, 'Tab')
  }
}

test('whatever has the focus shows it by the one ring, in light', VI, ({ page }) => ringEverywhere(page, 'light'))

test('whatever has the focus shows it by the one ring, in dark', EN, ({ page }) => ringEverywhere(page, 'dark'))
