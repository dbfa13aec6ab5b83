import { render } from 'preact';

const page = document.getElementById('page');
if (page) render(<h1>Crownstar</h1>, page);
