import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decoysAmong } from './decoys.ts'
import type { ForeignRecipe } from './foreign-hash.ts'

const md5 = (salt: string): ForeignRecipe => ({
  scheme: 'md5',
  parameters: { salt, saltPosition: 'before', pepper: '' },
})
const bcrypt = (cost: number): ForeignRecipe => ({
  scheme: 'bcrypt',
  parameters: { cost, salt: `salt ${cost}`, pepper: '', before: '' },
})

const shareOf = (recipes: ForeignRecipe[], isMeant: (recipe: ForeignRecipe | undefined) => boolean) => {
  const decoyAt = decoysAmong(recipes)
  return Array.from({ length: 1_000 }, (_, at) => decoyAt(at / 1_000)).filter(isMeant).length / 1_000
}

test('without hashes of other systems there is no decoy', () => {
  assert.equal(decoysAmong([])(0.5), undefined)
})

test('everybody has one, as dear as often as those of the people who came', () => {
  const recipes = [md5('a'), md5('b'), bcrypt(10), bcrypt(12)]
  assert.equal(
    shareOf(recipes, (recipe) => recipe !== undefined),
    1,
  )
  assert.equal(
    shareOf(recipes, (recipe) => recipe?.scheme === 'md5'),
    0.5,
  )
  assert.equal(
    shareOf(recipes, (recipe) => recipe?.parameters.cost === 12),
    0.25,
  )
})

test('who came first makes no difference', () => {
  const recipes = [md5('a'), bcrypt(10), bcrypt(12)]
  const [one, other] = [decoysAmong(recipes), decoysAmong(recipes.toReversed())]
  for (const place of [0, 0.3, 0.5, 0.99]) assert.deepEqual(one(place), other(place))
})
