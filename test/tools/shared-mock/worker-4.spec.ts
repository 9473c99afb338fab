import { tellStories } from './story.ts';

tellStories(4);
