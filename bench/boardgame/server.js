// boardgame.io's own server with the checkers beside this file, on a free port of this machine, everything in memory.
// Its first line says where it listens.
'use strict';

process.env.NODE_ENV = 'production';  // without its log of every move

const { Server } = require('boardgame.io/server');
const { Checkers } = require('./checkers.js');

const server = Server({ games: [Checkers], origins: [] });
server.run({ port: 0 }).then(({ appServer }) => console.log(`http://127.0.0.1:${appServer.address().port}/`));
