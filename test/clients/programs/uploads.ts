import assert from 'node:assert/strict';
import { createList, importSubscribers } from './client/shop';

// An upload with a client of orval: it sends a form with the file, and the fields before it.

const headers = { Authorization: `Bearer ${process.env.TOKEN ?? ''}` };

const list = await createList({ name: 'Customers of orval', from_email: 'hello@shop.example' }, { headers });
assert.equal(list.status, 201);

const file = new File(['Mail,Name\nbob@example.org,Bob\n'], 'people.csv', { type: 'text/csv' });
const mapping = JSON.stringify({ Mail: 'email', Name: 'first_name' });
const imported = await importSubscribers(list.data.data.id, { mapping, file }, undefined, { headers });
assert.equal(imported.status, 202);
assert.equal(imported.data.data.file_name, 'people.csv');

console.log('The people are imported.');
