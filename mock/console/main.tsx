import { render } from 'preact';
import './styles/console.css';

const root = document.getElementById('console');
if (root) render(<p>hello</p>, root);
